/** A month of calls: nine salespeople are handed numbers by the product's own order and record what came of them. */
import type { CareResult } from '../../contract/workflows/care.ts'
import { hour, minute, slotsUntil, type Slot } from './demo-days.ts'
import { leftWith, move, type DemoFile, type DemoNumber, type Ledger } from './demo-ledger.ts'
import { outcomeOf, type Outcome } from './demo-result.ts'
import { lastAppointments } from './demo-appointments.ts'
import { randomOf, type Random } from './demo-random.ts'

export type Care = Outcome & {
  id: string
  number: DemoNumber
  username: string
  at: number
  reinvitedAt: number | null
}

export type Seller = {
  username: string
  leader: string | null
  branch: string
  /** Calls on an ordinary day, and how well they go (1 is ordinary). */
  pace: number
  skill: number
}

type Desk = Seller & {
  slots: Slot[]
  /** Place in `slots` → the time of an appointment that call must end with. */
  fixed: Map<number, number>
  appointments: DemoNumber[]
  /** Results nobody was reached with, oldest first. */
  unanswered: Care[]
  /** Appointment calls of the day beyond the numbers that were handed out and taken back. */
  owed: number
}

type Source = 'appointment' | 'claim'

/** Whose numbers of a file a seller draws: the first of those above that has a quantity (D1-Q-073). */
function poolOf(file: DemoFile, { username, leader, branch }: Seller): DemoNumber[] {
  const holder = [username, leader, branch].find((name) => name !== null && name in file.quotas)
  return leftWith(file, holder ?? null)
}

/** A due appointment first, then numbers given by name, then the files in order of upload (D1-Q-074). */
function nextNumber(desk: Desk, files: readonly DemoFile[], time: number): { number: DemoNumber; source: Source } | null {
  const due = desk.appointments
    .filter((number) => (number.appointmentAt ?? Infinity) <= time)
    .toSorted((a, b) => (a.appointmentAt ?? 0) - (b.appointmentAt ?? 0))[0]
  if (due) {
    desk.appointments.splice(desk.appointments.indexOf(due), 1)
    return { number: due, source: 'appointment' }
  }
  const open = files.filter((file) => file.readyAt <= time && time < file.stoppedAt)
  for (const kind of ['list', 'pool'] as const) {
    for (const file of open) {
      if (file.kind !== kind) continue
      const number = (kind === 'list' ? leftWith(file, desk.username) : poolOf(file, desk)).pop()
      if (number) return { number, source: 'claim' }
    }
  }
  return null
}

/** Now and then somebody who did not pick up is asked for again and comes as the next number (D1-Q-089). */
function askAgain(desk: Desk, time: number, ledger: Ledger, random: Random): DemoNumber | null {
  if (!random.chance(0.05)) return null
  const found = desk.unanswered.findLastIndex(({ at, number }) => at <= time - hour && number.place === 'called')
  const care = found < 0 ? undefined : desk.unanswered.splice(found, 1)[0]
  if (!care) return null
  const at = time - 20_000
  Object.assign(care, { reinvitedAt: at })
  move(ledger, care.number, { kind: 'reinvite', by: desk.username, at, holder: desk.username, place: 'left', status: 'ASSIGNED' })
  care.number.rank = -at
  return care.number
}

const durations: Partial<Record<CareResult, readonly [number, number]>> = { KBM: [25, 70], 'KLLĐ': [15, 45] }

function callOne(desk: Desk, index: number, slot: Slot, files: readonly DemoFile[], ledger: Ledger, random: Random): Care | null {
  const again = askAgain(desk, slot.start, ledger, random)
  const next = again ? { number: again, source: 'claim' as const } : nextNumber(desk, files, slot.start)
  if (!next) return null
  const { number, source } = next
  const { username, skill } = desk
  const hands = { by: username, holder: username }
  move(ledger, number, { ...hands, kind: source, at: slot.start, place: 'open', status: 'TAKECARE' })
  number.claimedAt = slot.start
  const call = { number, time: slot.start, skill, wasAppointment: source === 'appointment' }
  const outcome = outcomeOf(call, desk.fixed.get(index), random)
  const [least, most] = durations[outcome.status] ?? [70, 215]
  const at = Math.min(slot.start + random.int(least, most) * 1000 + random.int(0, 999), slot.end)
  move(ledger, number, { ...hands, kind: 'result', at, place: 'called', status: outcome.status === 'APPROVED' ? 'APPROVED' : 'TAKECARE' })
  number.appointmentAt = outcome.appointmentAt
  if (outcome.appointmentAt !== null) desk.appointments.push(number)
  if (source === 'appointment') desk.owed++
  return { ...outcome, id: random.uuid(at), number, username, at, reinvitedAt: null }
}

/**
 * Before a break a number that was handed out but not called goes back up, as many as appointments were called, so
 * that nobody has more results than numbers. It waits there until the start of the product.
 */
function handBack(desk: Desk, from: number, until: number, files: readonly DemoFile[], ledger: Ledger): void {
  for (let time = from; desk.owed > 0 && time + minute < until; time += 2 * minute) {
    const file = files.find((f) => f.kind === 'pool' && f.readyAt <= time && time < f.stoppedAt && poolOf(f, desk).length > 0)
    const number = file && poolOf(file, desk).pop()
    if (!file || !number) return
    const above = [desk.leader, desk.branch].find((name) => name !== null && name in file.quotas) ?? null
    move(ledger, number, { kind: 'claim', by: desk.username, at: time, holder: desk.username, place: 'open', status: 'TAKECARE' })
    move(ledger, number, { kind: 'recall', by: above ?? file.owner, at: time + minute, holder: above, place: 'left', status: 'ASSIGNED' })
    desk.owed--
  }
}

function openDesk(seller: Seller, index: number, now: Date): Desk {
  // Not everybody calls to the last minute: appointments become due after the last call of some.
  const until = now.getTime() - (4 + 5 * index) * minute
  const slots = slotsUntil(until, now, seller.pace, randomOf(`days of ${seller.username}`))
  const fixed = lastAppointments(slots, index, now)
  return { ...seller, slots, fixed, appointments: [], unanswered: [], owed: 0 }
}

/** Every result until `now`, in order of time; writes the ledger and moves the numbers of `files`. */
export function callForAMonth(sellers: readonly Seller[], files: readonly DemoFile[], now: Date, ledger: Ledger): Care[] {
  const random = randomOf('calls')
  const desks = sellers.map((seller, index) => openDesk(seller, index, now))
  const calls = desks
    .flatMap((desk) => desk.slots.map((slot, index) => ({ desk, slot, index })))
    .toSorted((a, b) => a.slot.start - b.slot.start)
  const cares: Care[] = []
  for (const { desk, slot, index } of calls) {
    const care = callOne(desk, index, slot, files, ledger, random)
    if (care) cares.push(care)
    if (care && (care.status === 'KBM' || care.status === 'KLLĐ')) desk.unanswered.push(care)
    if (slot.last) handBack(desk, slot.end + minute, Math.min(slot.end + 20 * minute, now.getTime()), files, ledger)
  }
  return cares.toSorted((a, b) => a.at - b.at)
}
