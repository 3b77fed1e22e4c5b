/** Amounts far from the usual ones of their kind, which the user is asked to confirm as a possible typing error (D3-GRID-10, D3-FILE-06). */

/** An amount is far off if it is more than this many times the former one, or less than that fraction of it. */
export const farTimes = 3

export const isFar = (before: number, after: number): boolean =>
  after > before * farTimes || after * farTimes < before
