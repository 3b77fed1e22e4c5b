/** What other subjects use of numbers on screens. */
export { openSplit } from './data/split-target.ts'
