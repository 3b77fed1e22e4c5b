/** A quarter of calls: the salespeople draw numbers in the product's order and record results. */
import type { CareResult } from '#subjects/calling/contract/care-results.ts'
import { lastAppointments } from './appointments.ts'
import { minute } from '#platform/app/server/seed/demo-days.ts'
import { slotsUntil, type Slot } from './days.ts'
import { present, takeInHand } from './floor.ts'
import type { Care, SellerDay, Seller } from './seller-day.ts'
import { move, type DemoFile, type Ledger } from './ledger.ts'
import { newcomerDesks } from './newcomers.ts'
import { askAgain, handBack, nextNumber } from './queue.ts'
import { randomOf, type Random } from '#platform/app/server/seed/demo-random.ts'
import { outcomeOf } from './result.ts'

const durations: Partial<Record<CareResult, readonly [number, number]>> = { KBM: [25, 70], KLLĐ: [15, 45] }

function callOne(
  day: SellerDay,
  index: number,
  slot: Slot,
  files: readonly DemoFile[],
  ledger: Ledger,
): Care | null {
  const { outcomes: random } = day
  const requested = askAgain(day, slot.start, ledger, random)
  const next = requested
    ? { number: requested, source: 'claim' as const }
    : nextNumber(day, files, slot.start)
  if (!next) return null
  const { number, source } = next
  const { username, skill } = day
  const parties = { by: username, holder: username }
  move(ledger, number, { ...parties, kind: source, at: slot.start, stage: 'open', status: 'TAKECARE' })
  number.claimedAt = slot.start
  const call = { number, time: slot.start, skill, wasAppointment: source === 'appointment' }
  const outcome = outcomeOf(call, day.fixed.get(index), random)
  const [least, most] = durations[outcome.status] ?? [70, 215]
  const at = Math.min(slot.start + random.int(least, most) * 1000 + random.int(0, 999), slot.end)
  move(ledger, number, {
    ...parties,
    kind: 'result',
    at,
    stage: 'called',
    status: outcome.status === 'APPROVED' ? 'APPROVED' : 'TAKECARE',
  })
  number.appointmentAt = outcome.appointmentAt
  if (outcome.appointmentAt !== null) day.appointments.push(number)
  if (source === 'appointment') day.owed++
  return { ...outcome, id: random.uuid(at), number, username, at, reinvitedAt: null }
}

function openDesk(seller: Seller, index: number, now: Date, outcomes: Random): SellerDay {
  // Some stop calling earlier, so that appointments are due after their last call.
  const until = now.getTime() - (4 + 5 * index) * minute
  const slots = slotsUntil(until, now, seller.pace, randomOf(`days of ${seller.username}`))
  const fixed = lastAppointments(slots, index, now)
  return present({ ...seller, slots, fixed, outcomes, appointments: [], unanswered: [], owed: 0 }, now)
}

/** Every result until `now`, in order of time; writes the ledger and moves the numbers of `files`. */
export function callAllQuarter(
  sellers: readonly Seller[],
  files: readonly DemoFile[],
  now: Date,
  ledger: Ledger,
): Care[] {
  const outcomes = randomOf('calls')
  const desks = [
    ...sellers.map((seller, index) => openDesk(seller, index, now, outcomes)),
    ...newcomerDesks(now),
  ]
  const calls = desks
    .flatMap((day) => day.slots.map((slot, index) => ({ day, slot, index })))
    .toSorted((a, b) => a.slot.start - b.slot.start)
  const cares: Care[] = []
  for (const { day, slot, index } of calls) {
    const care = callOne(day, index, slot, files, ledger)
    if (care) cares.push(care)
    if (care && (care.status === 'KBM' || care.status === 'KLLĐ')) day.unanswered.push(care)
    if (slot.last)
      handBack(day, slot.end + minute, Math.min(slot.end + 20 * minute, now.getTime()), files, ledger)
  }
  takeInHand(desks, files, now, ledger)
  return cares.toSorted((a, b) => a.at - b.at)
}
