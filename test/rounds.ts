/** How often a test repeats what chance decides (kills, boots, races): little with every change, much in the long run. */

/** `few` in `npm test`, `many` in `npm run test:long`. */
export const rounds = (few: number, many: number): number => (process.env.TEST_LONG === '1' ? many : few)
