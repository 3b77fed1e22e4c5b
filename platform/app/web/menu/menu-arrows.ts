/** Where an arrow key goes among entries laid out in columns. */

/** Left edge and top of an entry, in px. */
export type Spot = { x: number; y: number }

/** Entries whose left edges differ by less than this many px are in one column. */
const sameColumn = 24

/** The nearest of the candidates, sideways first. */
function nearest(spots: readonly Spot[], from: Spot, candidates: readonly number[]): number | undefined {
  const distance = (index: number): number => {
    const { x, y } = spots[index] ?? from
    return Math.round(Math.abs(x - from.x) / sameColumn) * 10_000 + Math.abs(y - from.y)
  }
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The entry that `key` leads to from entry `start`; `start` itself when it leads nowhere. Below the last of a column comes the next one's first. */
export function entryAt(spots: readonly Spot[], start: number, key: string): number {
  const from = spots[start]
  if (!from) return 0
  const indexes = spots.map((_, index) => index)
  const matching = (is: (spot: Spot) => boolean): number[] =>
    indexes.filter((index) => is(spots[index] ?? from))
  const beneath = ({ x }: Spot): boolean => Math.abs(x - from.x) < sameColumn
  switch (key) {
    case 'ArrowDown':
      return (
        nearest(
          spots,
          from,
          matching((spot) => beneath(spot) && spot.y > from.y),
        ) ?? (start + 1) % spots.length
      )
    case 'ArrowUp':
      return (
        nearest(
          spots,
          from,
          matching((spot) => beneath(spot) && spot.y < from.y),
        ) ?? (start - 1 + spots.length) % spots.length
      )
    case 'ArrowRight':
      return (
        nearest(
          spots,
          from,
          matching(({ x }) => x - from.x >= sameColumn),
        ) ?? start
      )
    case 'ArrowLeft':
      return (
        nearest(
          spots,
          from,
          matching(({ x }) => from.x - x >= sameColumn),
        ) ?? start
      )
    case 'Home':
      return 0
    case 'End':
      return spots.length - 1
    default:
      return start
  }
}
