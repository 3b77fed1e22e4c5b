/** GET sangoi: current activity of everybody in the scope, people who need help first (D3-FLR-01). */
import type { ParsedOf } from '#kit/contract/call.ts'
import {
  byUrgency,
  floorStates,
  mostFloorPeople,
  type Floor,
  type FloorCounts,
  type FloorPerson,
  type FloorState,
  type FloorSums,
  type readFloor as call,
} from '#subjects/calling/contract/calls/floor.ts'
import type { Ctx } from '#kit/server/context.ts'
import { clockOf, runOutTogether } from './help.ts'
import { changedSince, sinceMark, cachedText, type Judged, type KeptFloor } from './kept-floors.ts'
import { hourOf, hourStartOf } from './read-people.ts'

const sum = (people: readonly Judged[], of: (one: Judged) => number): number =>
  people.reduce((total, one) => total + of(one), 0)

const countsOf = (people: readonly Judged[], of: (one: Judged) => FloorCounts): FloorCounts => ({
  calls: sum(people, (one) => of(one).calls),
  reached: sum(people, (one) => of(one).reached),
  agreed: sum(people, (one) => of(one).agreed),
})

function barsOf(people: readonly Judged[], now: Date): FloorSums['bars'] {
  const bars = Array.from({ length: hourOf(now) + 1 }, (_, hour) => ({ hour, calls: 0, reached: 0 }))
  for (const { byHour, reachedByHour } of people)
    for (const bar of bars) {
      bar.calls += byHour[bar.hour] ?? 0
      bar.reached += reachedByHour[bar.hour] ?? 0
    }
  const first = bars.findIndex(({ calls }) => calls > 0)
  return first < 0 ? [] : bars.slice(first)
}

export function sumsOf(people: readonly Judged[], now: Date): FloorSums {
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
    endsAt: runOutTogether(people, clockOf(now)),
    bars: barsOf(people, now),
  }
}

/** Title of the displayed unit. */
export function titleOf({ unit }: KeptFloor, { actor }: Ctx): string {
  const { priority, fullname } = unit ?? actor
  // Most branches already have 'Chi nhánh' in their name.
  if (priority === 3) return /^chi nhánh/iu.test(fullname) ? fullname : `Chi nhánh ${fullname}`
  return priority === 4 ? `Nhóm ${fullname}` : 'Toàn công ty'
}

const rowOf = (one: Judged): FloorPerson => ({
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

/**
 * The floor for a reader: everybody, or those changed since the answer of `since`. JSON text, built once for all readers of the same
 * answer.
 */
export function floorText(
  floor: KeptFloor,
  { since = '' }: Pick<ParsedOf<typeof call>, 'since'>,
  ctx: Ctx,
): string {
  const more = floor.people.length > mostFloorPeople
  const changed = more ? null : changedSince(floor, since)
  const wholeAt = changed?.wholeAt ?? floor.whole.at
  return cachedText(floor, changed ? `${changed.name} ${wholeAt}` : 'whole', () => {
    const { at, people } = floor
    const groups = new Map(people.flatMap((one) => (one.group ? [[one.group.id, one.group]] : [])))
    return {
      at: at.toISOString(),
      mark: sinceMark(floor, wholeAt),
      whole: changed === null,
      hourStart: hourStartOf(at),
      title: titleOf(floor, ctx),
      people: changed
        ? changed.people.map(rowOf)
        : people.map(rowOf).toSorted(byUrgency).slice(0, mostFloorPeople),
      groups: [...groups.values()].toSorted((a, b) => a.username.localeCompare(b.username)),
      sums: sumsOf(people, at),
      more,
    } satisfies Floor
  })
}
