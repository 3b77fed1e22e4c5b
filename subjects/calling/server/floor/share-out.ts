/** Shares numbers out so that all recipients run out as late as possible (D3-FLR-02). */

type Taker = { id: string; left: number; calls: number; workedMs: number }

/** Calls per millisecond; a person without calls yet gets the slowest pace of the others. */
function paces(takers: readonly Taker[]): number[] {
  const measured = takers.map(({ calls, workedMs }) => calls / Math.max(workedMs, 1))
  const slowest = Math.min(...measured.filter((pace) => pace > 0), Infinity)
  return measured.map((pace) => (pace > 0 ? pace : slowest === Infinity ? 1 : slowest))
}

/** Numbers that each person lacks to last for `ms`. */
const lacking = (takers: readonly Taker[], pace: readonly number[], ms: number): number[] =>
  takers.map(({ left }, index) => Math.floor(Math.max(0, (pace[index] ?? 0) * ms - left)))

const total = (parts: readonly number[]): number => parts.reduce((sum, n) => sum + n, 0)

/**
 * Shares `numbers` out among `takers`, so that those who run out soonest all last until the same, latest possible moment. People who last
 * longer get none. The parts sum to `numbers`.
 */
export function shareOut(numbers: number, takers: readonly Taker[]): Map<string, number> {
  const pace = paces(takers)
  let [enough, tooLong] = [0, 1]
  while (total(lacking(takers, pace, tooLong)) <= numbers) tooLong *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (enough + tooLong) / 2
    if (total(lacking(takers, pace, middle)) <= numbers) enough = middle
    else tooLong = middle
  }
  const parts = lacking(takers, pace, enough)
  const lasts = (index: number): number =>
    ((takers[index]?.left ?? 0) + (parts[index] ?? 0)) / (pace[index] ?? 1)
  for (let remaining = numbers - total(parts); remaining > 0; remaining--) {
    const soonest = takers.map((_, index) => index).toSorted((a, b) => lasts(a) - lasts(b))[0] ?? 0
    parts[soonest] = (parts[soonest] ?? 0) + 1
  }
  return new Map(takers.flatMap(({ id }, index) => (parts[index] ? [[id, parts[index]]] : [])))
}
