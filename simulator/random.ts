/** Deterministic pseudo-random numbers: the same words give the same sequence on every machine. */

export type Chance = {
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  /** One of the choices. */
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** True with probability `share` (0 to 1). */
  happens: (share: number) => boolean
}

function hashOf(words: string): number {
  let hash = 0x811c9dc5
  for (const sign of words) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** A sequence that depends on the words only (mulberry32 over an FNV-1a hash). */
export function chanceOf(...words: readonly (string | number)[]): Chance {
  let state = hashOf(words.join('|'))
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    happens: (share) => next() < share,
  }
}
