/** The parts of numbers that other subjects use on screens. */
export { openSplit } from './data/split-target.ts'
