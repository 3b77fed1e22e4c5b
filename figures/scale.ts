/** One scale for compared amounts, including negative ones. */

export type Scale = { low: number; high: number }

export const scaleOf = (amounts: readonly number[]): Scale => ({
  low: Math.min(0, ...amounts),
  high: Math.max(1, ...amounts),
})

/** Position of an amount as a fraction of the scale. */
export const shareOf = (amount: number, { low, high }: Scale): number => (amount - low) / (high - low)

/** The span between two amounts, by default from 0, as fractions of the scale. */
export function spanOf(amount: number, scale: Scale, start = 0): { from: number; to: number } {
  const [one, other] = [shareOf(start, scale), shareOf(amount, scale)]
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
