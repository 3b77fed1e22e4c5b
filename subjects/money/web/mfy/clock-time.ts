/** The remaining time of a clock: as text, as a fraction, and its urgency. */

const second = 1_000
/** Duration of a clock in ms (D2-CONST-10). */
const duration = 600 * second

export type Urgency = 'now' | 'soon' | 'later'

/** Groups of the panel, most urgent first: warnings at 3 and at 1 minute (D3-CLK-03). */
export const urgencies = {
  now: { below: 60 * second, label: 'Dưới 1 phút', tone: 'red' },
  soon: { below: 180 * second, label: 'Dưới 3 phút', tone: 'orange' },
  later: { below: Infinity, label: 'Từ 3 phút', tone: 'blue' },
} as const satisfies Record<Urgency, { below: number; label: string; tone: string }>

/** Urgency of a remaining time in ms. */
export function urgencyOf(remaining: number): Urgency {
  if (remaining < urgencies.now.below) return 'now'
  return remaining < urgencies.soon.below ? 'soon' : 'later'
}

/** 'mm:ss', seconds rounded up; never below 00:00 (D2-MFY-45). */
export function clockText(remaining: number): string {
  const seconds = Math.max(0, Math.ceil(remaining / second))
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Fraction of the duration that is left, from 0 to 1. */
export const partLeft = (remaining: number): number => Math.min(1, Math.max(0, remaining / duration))
