/** The floor when the demo starts: who has a number in hand since when, and who has not begun (D3-FLR-01). */
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { move, type DemoFile, type Ledger } from './ledger.ts'
import { nextNumber } from './queue.ts'
import type { SellerDay } from './seller-day.ts'

/** Absent today; the person's numbers wait to be handed over. */
const absent = 'sale113'

/** Who is on a call at the start, and for how many minutes; the two longest have forgotten the number. */
const inHand: Readonly<Record<string, number>> = {
  sale121: 3,
  sale122: 19,
  sale212: 2,
  HNIMB01: 1,
  QCMB01: 4,
  sale114: 21,
  sale115: 4,
  sale117: 3,
  sale118: 1,
  sale119: 6,
  sale120: 2,
}

/** The working times of a salesperson; for an absent one, without today. */
export const present = (day: SellerDay, now: Date): SellerDay =>
  day.username === absent
    ? { ...day, slots: day.slots.filter(({ start }) => start < Date.parse(dayStart(todayVn(now)))) }
    : day

/** After the last results: numbers being called. Appointments stay for the user to see. */
export function takeInHand(
  desks: readonly SellerDay[],
  files: readonly DemoFile[],
  now: Date,
  ledger: Ledger,
): void {
  for (const day of desks) {
    const minutes = inHand[day.username]
    const at = now.getTime() - (minutes ?? 0) * minute
    const next = minutes === undefined ? null : nextNumber({ ...day, appointments: [] }, files, at)
    if (!next) continue
    const { username } = day
    move(ledger, next.number, {
      by: username,
      holder: username,
      kind: 'claim',
      at,
      stage: 'open',
      status: 'TAKECARE',
    })
    next.number.claimedAt = at
  }
}
