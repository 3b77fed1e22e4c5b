/** Where an arrow key goes among entries laid out in columns. */

/** Left edge and top of an entry, in px. */
export type Spot = { x: number; y: number }

/** Entries whose left edges differ by less than this many px are in one column. */
const sameColumn = 24

/** The nearest of the candidates, sideways first. */
function nearest(spots: readonly Spot[], at: Spot, candidates: readonly number[]): number | undefined {
  const distance = (index: number): number => {
    const { x, y } = spots[index] ?? at
    return Math.round(Math.abs(x - at.x) / sameColumn) * 10_000 + Math.abs(y - at.y)
  }
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The entry that `key` leads to from entry `at`; `at` itself when it leads nowhere. Below the last of a column comes the next one's first. */
export function entryAt(spots: readonly Spot[], at: number, key: string): number {
  const from = spots[at]
  if (!from) return 0
  const all = spots.map((_, index) => index)
  const where = (is: (spot: Spot) => boolean): number[] => all.filter((index) => is(spots[index] ?? from))
  const beneath = ({ x }: Spot): boolean => Math.abs(x - from.x) < sameColumn
  switch (key) {
    case 'ArrowDown':
      return (
        nearest(
          spots,
          from,
          where((spot) => beneath(spot) && spot.y > from.y),
        ) ?? (at + 1) % spots.length
      )
    case 'ArrowUp':
      return (
        nearest(
          spots,
          from,
          where((spot) => beneath(spot) && spot.y < from.y),
        ) ?? (at - 1 + spots.length) % spots.length
      )
    case 'ArrowRight':
      return (
        nearest(
          spots,
          from,
          where(({ x }) => x - from.x >= sameColumn),
        ) ?? at
      )
    case 'ArrowLeft':
      return (
        nearest(
          spots,
          from,
          where(({ x }) => from.x - x >= sameColumn),
        ) ?? at
      )
    case 'Home':
      return 0
    case 'End':
      return spots.length - 1
    default:
      return at
  }
}
