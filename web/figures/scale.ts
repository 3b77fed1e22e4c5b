/** One scale for amounts that are compared, with room for what lies below nothing. */

export type Scale = { low: number; high: number }

export const scaleOf = (amounts: readonly number[]): Scale => ({
  low: Math.min(0, ...amounts),
  high: Math.max(1, ...amounts),
})

/** Where an amount lies, as a share of 1. */
export const shareOf = (amount: number, { low, high }: Scale): number => (amount - low) / (high - low)

/** What lies between two amounts, or nothing and one, as shares of 1. */
export function spanOf(amount: number, scale: Scale, start = 0): { from: number; to: number } {
  const [one, other] = [shareOf(start, scale), shareOf(amount, scale)]
  return { from: Math.min(one, other), to: Math.max(one, other) }
}
