/** Reproducible random numbers: the demo of a day is the same on every machine. */

export type Random = {
  /** At least 0, less than 1. */
  next: () => number
  /** A whole number, both ends included. */
  int: (least: number, most: number) => number
  chance: (share: number) => boolean
  pick: <T>(items: readonly [T, ...T[]]) => T
  /** An item with a chance in proportion to its weight. */
  weighted: <T>(items: readonly (readonly [T, number])[]) => T
  /** A version 7 UUID of the instant `ms`. */
  uuid: (ms: number) => string
}

/** mulberry32: 32 bits of state are enough for invented rows. */
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function uuidOf(ms: number, next: () => number): string {
  const digits = (count: number): string =>
    Math.floor(next() * 16 ** count)
      .toString(16)
      .padStart(count, '0')
  const time = ms.toString(16).padStart(12, '0')
  const variant = (8 + Math.floor(next() * 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(6)}${digits(6)}`
}

/** An independent stream per name, so that more rows of one kind do not change the others. */
export function randomOf(name: string): Random {
  const seed = [...name].reduce(
    (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  const next = generator(seed)
  return {
    next,
    int: (least, greatest) => least + Math.floor(next() * (greatest - least + 1)),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weighted(items) {
      let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) if ((remaining -= weight) < 0) return item
      const last = items.at(-1)
      if (!last) throw new RangeError('nothing to choose from')
      return last[0]
    },
    uuid: (ms) => uuidOf(ms, next),
  }
}
