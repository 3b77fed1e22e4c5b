/** What other workflows may use of the subscriber files: opening the split of one. */
export { openSplit } from './split-target.ts'
