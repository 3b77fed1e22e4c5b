/** When an amount is far from its kind, so that a slip of a digit is asked about (D3-GRID-10, D3-FILE-06). */

/** An amount beyond this many times the former, or below that part of it. */
export const farTimes = 3

export const isFar = (before: number, after: number): boolean =>
  after > before * farTimes || after * farTimes < before
