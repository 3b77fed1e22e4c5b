/** Decides who needs help and why (D3-FLR-01), by `floorLimits` of the contract; the only place that does. */
import { dayStart, todayVn } from '#kit/contract/dates.ts'
import {
  floorHelp,
  floorLimits,
  type FloorHelp,
  type FloorPerson,
  type FloorState,
} from '#subjects/calling/contract/calls/floor.ts'
import type { Known } from './read-people.ts'

const minute = 60_000

/** A moment with the start and end time of its Vietnamese day, in ms. */
export type Clock = { now: Date; starts: number; ends: number }

/** `ends`: time until which numbers should last, the end of the day or, for people working beyond it, an hour from now. */
export function clockOf(now: Date): Clock {
  const begin = Date.parse(dayStart(todayVn(now)))
  const todayAt = (time: string): number => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return begin + (hours * 60 + minutes) * minute
  }
  return {
    now,
    starts: todayAt(floorLimits.startsAt),
    ends: Math.max(todayAt(floorLimits.endsAt), now.getTime() + 60 * minute),
  }
}

/** Calls per millisecond of work today. */
const paceOf = ({ day, firstAt }: Known, now: Date): number =>
  firstAt === null
    ? 0
    : day.calls / Math.max(now.getTime() - firstAt.getTime(), floorLimits.paceMinutes * minute)

/** When `left` numbers run out at a pace, and whether they last for today. */
function runsOut(left: number, pace: number, { now, ends }: Clock): Pick<FloorPerson, 'endsAt' | 'enough'> {
  if (pace === 0) return { endsAt: null, enough: false }
  const end = now.getTime() + left / pace
  if (end >= ends) return { endsAt: null, enough: true }
  return { endsAt: new Date(end).toISOString(), enough: false }
}

/** When the numbers of several people together run out. */
export const runOutTogether = (people: readonly Known[], clock: Clock): string | null =>
  runsOut(
    people.reduce((sum, { left }) => sum + left, 0),
    people.reduce((sum, one) => sum + paceOf(one, clock.now), 0),
    clock,
  ).endsAt

const minutesSince = (since: Date | null, now: Date): number =>
  since === null ? 0 : (now.getTime() - since.getTime()) / minute

function stateOf(person: Known, now: Date): FloorState {
  if (person.stopped) return 'stopped'
  if (person.customer !== null)
    return minutesSince(person.heldSince, now) > floorLimits.heldMinutes ? 'held' : 'calling'
  return person.firstAt === null && person.day.calls === 0 ? 'absent' : 'idle'
}

/** Whether a person who has not begun is absent: the day has started and numbers or appointments are waiting. */
const isMissed = ({ left, promised }: Known, { now, starts }: Clock): boolean =>
  now.getTime() >= starts && left + promised > 0

const isSoon = (endsAt: string | null, now: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) - now.getTime() < floorLimits.endingMinutes * minute

/**
 * Judges a person: state, when the own numbers run out (never, when others can be drawn too), and reasons for needing help, most urgent
 * first.
 */
export function judge(
  person: Known,
  clock: Clock,
): Pick<FloorPerson, 'state' | 'since' | 'endsAt' | 'enough' | 'help'> {
  const { now } = clock
  const state = stateOf(person, now)
  const since = state === 'calling' || state === 'held' ? person.heldSince : person.changedAt
  const works = state !== 'stopped' && state !== 'absent'
  const counts = works && !person.shared
  const end = counts ? runsOut(person.left, paceOf(person, now), clock) : { endsAt: null, enough: false }
  const reasons: Record<FloorHelp, boolean> = {
    forgotten: state === 'held',
    absent: state === 'absent' && isMissed(person, clock),
    ending: isSoon(end.endsAt, now),
    idle: state === 'idle' && minutesSince(person.changedAt, now) > floorLimits.idleMinutes,
    overdue: state !== 'stopped' && person.overdue > 0,
  }
  const help = (Object.keys(floorHelp) as FloorHelp[]).filter((reason) => reasons[reason])
  return { state, since: since?.toISOString() ?? null, ...end, help }
}
