/** Repetitions of random tests (kills, starts, races): few per change, many in the long run. */

/** Whether this is `npm run test:long`; for `test.runIf(longRun)`. */
export const longRun: boolean = process.env.TEST_LONG === '1'

/** `few` in `npm test`, `many` in `npm run test:long`. */
export const rounds = (few: number, many: number): number => (longRun ? many : few)

/** One in `of` of the values, depending on `turn`; all of them in the long run. */
export const everyNth = <T>(values: readonly T[], turn: number, of = 3): T[] =>
  values.filter((_, n) => rounds(n % of === turn % of ? 1 : 0, 1) === 1)
