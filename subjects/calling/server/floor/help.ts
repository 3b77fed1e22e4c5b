/** Who needs help and why (D3-FLR-01): the one place where it is decided, by `floorLimits` of the contract. */
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

/** A moment, with the two times of its Vietnamese day that decide, in ms. */
export type Clock = { at: Date; starts: number; ends: number }

/** Numbers are enough when they last until the end of the day, for who works on after it for another hour. */
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

/** Calls of the day for each millisecond of work, of people at work. */
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

/** A person who has not begun is missed when something waits for it. */
const isMissed = ({ left, promised }: Known, { at, starts }: Clock): boolean =>
  at.getTime() >= starts && left + promised > 0

const isSoon = (endsAt: string | null, at: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) - at.getTime() < floorLimits.endingMinutes * minute

/** State, when the own numbers run out (who may draw others too is never at the end), and why the person needs help, the most urgent first. */
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
