/** Outcome of a demo call: result, package and note. */
import { addDays, formatShortInstant, todayVn } from '#kit/contract/dates.ts'
import { type CareResult } from '#subjects/calling/contract/care-results.ts'
import { needsNote, needsPackage } from '#subjects/calling/contract/care-results.ts'
import { instantAt, minute, workday } from '#platform/app/server/seed/demo-days.ts'
import type { DemoNumber } from './ledger.ts'
import { demoNotes } from './notes.ts'
import type { Random } from '#platform/app/server/seed/demo-random.ts'

export type CallOutcome = {
  status: CareResult
  package: string
  note: string | null
  appointmentAt: number | null
}

/** A call; `skill` is how well the caller sells, 1 being ordinary. */
export type Call = { number: DemoNumber; time: number; skill: number; wasAppointment: boolean }

/** Share of each result in per cent; others do not occur in the demo. */
const usual = {
  APPROVED: 13,
  REJECTED: 27,
  APPOINTMENT: 9,
  KBM: 25,
  KLLĐ: 11,
  KEEP: 9,
  'RE-REGISTER': 6,
} satisfies Partial<Record<CareResult, number>>

/** Hour of the day → relative share of unanswered calls: lowest before lunch, highest right after it. */
const unheard: Readonly<Record<number, number>> = {
  8: 1.3,
  9: 1,
  10: 0.85,
  11: 0.8,
  13: 1.3,
  14: 1.05,
  17: 0.8,
}

const clockOf = (time: number): number => new Date(time + 7 * 60 * minute).getUTCHours()

function statusOf({ time, skill, wasAppointment }: Call, random: Random): CareResult {
  const weights = {
    ...usual,
    APPROVED: usual.APPROVED * skill * (wasAppointment ? 2.5 : 1),
    REJECTED: usual.REJECTED / skill,
    APPOINTMENT: usual.APPOINTMENT * (wasAppointment ? 0.5 : 1),
    KBM: usual.KBM * (unheard[clockOf(time)] ?? 0.95) * (wasAppointment ? 0.5 : 1),
  }
  return random.weighted(Object.entries(weights) as [CareResult, number][])
}

/** Time to call again: later the same day if there is time, else at a full quarter hour of the next days. */
function appointmentAfter(time: number, random: Random): number {
  const day = todayVn(new Date(time))
  const later = Math.ceil((time + random.int(50, 200) * minute) / (15 * minute)) * 15 * minute
  const clock = clockOf(later)
  if (random.chance(0.35) && clock > clockOf(time) && clock < 17 && clock !== 12) return later
  const next = workday(addDays(day, random.int(1, 4)))
  return instantAt(
    next,
    random.weighted([
      [8, 1],
      [9, 2],
      [10, 2],
      [11, 1],
      [14, 2],
      [15, 2],
      [16, 2],
      [17, 1],
    ]) +
      random.int(0, 1) / 4,
  )
}

function noteOf(
  status: CareResult,
  offered: string,
  appointmentAt: number | null,
  random: Random,
): string | null {
  if (!needsNote(status) && random.chance(0.35)) return null
  const when = appointmentAt === null ? '' : formatShortInstant(new Date(appointmentAt).toISOString())
  const [day = '', clock = ''] = when.split(' ')
  return random
    .pick(demoNotes[status] ?? demoNotes.KEEP)
    .replace('{goi}', offered)
    .replace('{hen}', `${clock} ngày ${day.slice(0, 5)}`)
}

/** Random outcome of a call; `appointmentAt` makes it an appointment at that time. */
export function outcomeOf(call: Call, appointmentAt: number | undefined, random: Random): CallOutcome {
  const status = appointmentAt === undefined ? statusOf(call, random) : 'APPOINTMENT'
  const again = status === 'APPOINTMENT' ? (appointmentAt ?? appointmentAfter(call.time, random)) : null
  const { canRegister, package: current } = call.number
  const offered = canRegister[random.int(0, Math.min(canRegister.length, 2) - 1)] ?? current.code
  return {
    status,
    package: needsPackage(status) ? offered : current.code,
    note: noteOf(status, offered, again, random),
    appointmentAt: again,
  }
}
