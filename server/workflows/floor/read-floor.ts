/** GET sangoi: what everybody of the scope does now, first who needs help (D3-FLR-01). */
import type { ParsedOf } from '../../../contract/kit/call.ts'
import {
  floorHelp,
  floorStates,
  mostFloorPeople,
  type Floor,
  type FloorCounts,
  type FloorHelp,
  type FloorPerson,
  type FloorState,
  type FloorSums,
  type readFloor as call,
} from '../../../contract/workflows/floor.ts'
import type { Ctx } from '../../kit/context.ts'
import { clockOf, judge, runOutTogether } from './help.ts'
import { hourOf, readPeople, type Found, type Known } from './read-people.ts'

const hourMs = 3_600_000

export const hourStartOf = (at: Date): string =>
  new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString()

const vietnamese = new Intl.Collator('vi')
const byName = (a: Known, b: Known): number =>
  vietnamese.compare(a.fullname, b.fullname) || vietnamese.compare(a.username, b.username)

export type Judged = Known & ReturnType<typeof judge>

/** Everybody with state and reasons, by name. */
export function judged({ people, at }: Found): Judged[] {
  const clock = clockOf(at)
  return people.toSorted(byName).map((known) => ({ ...known, ...judge(known, clock) }))
}

const order = Object.keys(floorHelp) as FloorHelp[]
const urgencyOf = ({ help: [first] }: Judged): number => (first ? order.indexOf(first) : order.length)

/** By urgency, within a reason who has waited longest first; who is fine stays by name. */
const byUrgency = (a: Judged, b: Judged): number =>
  urgencyOf(a) - urgencyOf(b) || (a.help.length > 0 ? (a.since ?? '').localeCompare(b.since ?? '') : 0)

const sum = (people: readonly Judged[], of: (one: Judged) => number): number =>
  people.reduce((total, one) => total + of(one), 0)

const countsOf = (people: readonly Judged[], of: (one: Judged) => FloorCounts): FloorCounts => ({
  calls: sum(people, (one) => of(one).calls),
  reached: sum(people, (one) => of(one).reached),
  agreed: sum(people, (one) => of(one).agreed),
})

function barsOf(people: readonly Judged[], at: Date): FloorSums['bars'] {
  const all = Array.from({ length: hourOf(at) + 1 }, (_, hour) => ({
    hour,
    calls: sum(people, ({ byHour }) => byHour[hour] ?? 0),
    reached: sum(people, ({ reachedByHour }) => reachedByHour[hour] ?? 0),
  }))
  const first = all.findIndex(({ calls }) => calls > 0)
  return first < 0 ? [] : all.slice(first)
}

export function sumsOf(people: readonly Judged[], at: Date): FloorSums {
  const states = Object.fromEntries(
    Object.keys(floorStates).map((state) => [state, people.filter((one) => one.state === state).length]),
  ) as Record<FloorState, number>
  return {
    people: people.length,
    states,
    hour: countsOf(people, ({ hour }) => hour),
    idleSeconds: sum(people, ({ idleSeconds }) => idleSeconds),
    day: countsOf(people, ({ day }) => day),
    overdue: sum(people, ({ overdue }) => overdue),
    appointments: sum(people, ({ appointments }) => appointments),
    left: sum(people, ({ left }) => left),
    endsAt: runOutTogether(people, clockOf(at)),
    bars: barsOf(people, at),
  }
}

/** Name of the unit that is shown. */
export function titleOf({ unit }: Found, { actor }: Ctx): string {
  const { priority, fullname } = unit ?? actor
  // Branches are mostly named so themselves.
  if (priority === 3) return /^chi nhánh/iu.test(fullname) ? fullname : `Chi nhánh ${fullname}`
  return priority === 4 ? `Nhóm ${fullname}` : 'Toàn công ty'
}

const shown = (one: Judged): FloorPerson => ({
  id: one.id,
  username: one.username,
  fullname: one.fullname,
  group: one.group?.id ?? null,
  state: one.state,
  since: one.since,
  inHand:
    one.customer === null || one.version === null || one.phone === null
      ? null
      : { customer: one.customer, version: one.version, phone: one.phone },
  hour: one.hour,
  idleSeconds: one.idleSeconds,
  day: one.day,
  byHour: one.byHour,
  overdue: one.overdue,
  appointments: one.appointments,
  promised: one.promised,
  left: one.left,
  shared: one.shared,
  endsAt: one.endsAt,
  enough: one.enough,
  help: one.help,
})

export async function readFloor({ group }: ParsedOf<typeof call>, ctx: Ctx): Promise<Floor> {
  const found = await readPeople(group, ctx)
  const { at } = found
  const people = judged(found)
  const groups = new Map(people.flatMap((one) => (one.group ? [[one.group.id, one.group]] : [])))
  return {
    at: at.toISOString(),
    hourStart: hourStartOf(at),
    title: titleOf(found, ctx),
    people: people.toSorted(byUrgency).slice(0, mostFloorPeople).map(shown),
    groups: [...groups.values()].toSorted((a, b) => a.username.localeCompare(b.username)),
    sums: sumsOf(people, at),
    more: people.length > mostFloorPeople,
  }
}
