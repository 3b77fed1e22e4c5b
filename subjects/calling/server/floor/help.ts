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
export type Clock = { at: Date; starts: number; ends: number }

/** `ends`: time until which numbers should last, the end of the day or, for people working beyond it, an hour from now. */
export function clockOf(at: Date): Clock {
  const begin = Date.parse(dayStart(todayVn(at)))
  const todayAt = (time: string): number => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return begin + (hours * 60 + minutes) * minute
  }
  return {
    at,
    starts: todayAt(floorLimits.startsAt),
    ends: Math.max(todayAt(floorLimits.endsAt), at.getTime() + 60 * minute),
  }
}

/** Calls per millisecond of work today. */
const paceOf = ({ day, firstAt }: Known, at: Date): number =>
  firstAt === null
    ? 0
    : day.calls / Math.max(at.getTime() - firstAt.getTime(), floorLimits.paceMinutes * minute)

/** When `left` numbers run out at a pace, and whether they last for today. */
function runsOut(left: number, pace: number, { at, ends }: Clock): Pick<FloorPerson, 'endsAt' | 'enough'> {
  if (pace === 0) return { endsAt: null, enough: false }
  const end = at.getTime() + left / pace
  if (end >= ends) return { endsAt: null, enough: true }
  return { endsAt: new Date(end).toISOString(), enough: false }
}

/** When the numbers of several people together run out. */
export const runOutTogether = (people: readonly Known[], clock: Clock): string | null =>
  runsOut(
    people.reduce((sum, { left }) => sum + left, 0),
    people.reduce((sum, one) => sum + paceOf(one, clock.at), 0),
    clock,
  ).endsAt

const minutesSince = (since: Date | null, at: Date): number =>
  since === null ? 0 : (at.getTime() - since.getTime()) / minute

function stateOf(known: Known, at: Date): FloorState {
  if (known.stopped) return 'stopped'
  if (known.customer !== null)
    return minutesSince(known.heldSince, at) > floorLimits.heldMinutes ? 'held' : 'calling'
  return known.firstAt === null && known.day.calls === 0 ? 'absent' : 'idle'
}

/** Whether a person who has not begun is absent: the day has started and numbers or appointments are waiting. */
const isMissed = ({ left, promised }: Known, { at, starts }: Clock): boolean =>
  at.getTime() >= starts && left + promised > 0

const isSoon = (endsAt: string | null, at: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) - at.getTime() < floorLimits.endingMinutes * minute

/**
 * Judges a person: state, when the own numbers run out (never, when others can be drawn too), and reasons for needing help, most urgent
 * first.
 */
export function judge(
  known: Known,
  clock: Clock,
): Pick<FloorPerson, 'state' | 'since' | 'endsAt' | 'enough' | 'help'> {
  const { at } = clock
  const state = stateOf(known, at)
  const since = state === 'calling' || state === 'held' ? known.heldSince : known.changedAt
  const works = state !== 'stopped' && state !== 'absent'
  const counts = works && !known.shared
  const end = counts ? runsOut(known.left, paceOf(known, at), clock) : { endsAt: null, enough: false }
  const reasons: Record<FloorHelp, boolean> = {
    forgotten: state === 'held',
    absent: state === 'absent' && isMissed(known, clock),
    ending: isSoon(end.endsAt, at),
    idle: state === 'idle' && minutesSince(known.changedAt, at) > floorLimits.idleMinutes,
    overdue: state !== 'stopped' && known.overdue > 0,
  }
  const help = (Object.keys(floorHelp) as FloorHelp[]).filter((reason) => reasons[reason])
  return { state, since: since?.toISOString() ?? null, ...end, help }
}
