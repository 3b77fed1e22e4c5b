/** Reads of staff during a flood: two people per list, each within the usual rate limit. */
import { http, loop, type Rate } from './load.ts'

/** Reads for `ms` with each of `tokens` in turn; `pathOf` gives the list of the n-th read, by default the care log. */
export const staffReads = (
  url: string,
  tokens: readonly string[],
  ms: number,
  pathOf: (n: number) => string = () => 'care/history?',
): Promise<Rate> =>
  loop(
    2,
    ms,
    (worker, n) =>
      http(`${url}/api/v1/${pathOf(n)}&count=50`, tokens[(worker * 250 + n) % tokens.length] ?? ''),
    50,
  )
