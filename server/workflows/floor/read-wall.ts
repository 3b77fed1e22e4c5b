/** GET sangoi/manhinh: the floor for a big screen, without phones (D3-FLR-04). */
import type { FloorWall } from '../../../contract/workflows/floor.ts'
import type { Ctx } from '../../kit/context.ts'
import { hourStartOf, judged, sumsOf, titleOf, type Judged } from './read-floor.ts'
import { hourOf, readPeople } from './read-people.ts'

const until = (hours: readonly number[], hour: number): number =>
  hours.slice(0, hour).reduce((sum, n) => sum + n, 0)

/** Agreed ones up to the last full hour against the day before: hours are all that is kept of that day. */
function comparedTo(people: readonly Judged[], at: Date): FloorWall['compared'] {
  const hour = hourOf(at)
  const of = (pick: (one: Judged) => readonly number[]): number =>
    people.reduce((sum, one) => sum + until(pick(one), hour), 0)
  const [today, before] = [of(({ agreedByHour }) => agreedByHour), of(({ agreedBefore }) => agreedBefore)]
  return people.some(({ byHour }) => until(byHour, hour) > 0) ? { hour, today, before } : null
}

function endingOf(people: readonly Judged[]): FloorWall['ending'] {
  const ending = people.filter(({ help }) => help.includes('ending'))
  return { people: ending.length, at: ending.flatMap(({ endsAt }) => endsAt ?? []).toSorted()[0] ?? null }
}

/** `named`: names are shown; a wall is read by whoever passes. */
export async function readWall(group: string | undefined, named: boolean, ctx: Ctx): Promise<FloorWall> {
  const found = await readPeople(group, ctx)
  const { at } = found
  const people = judged(found)
  return {
    at: at.toISOString(),
    hourStart: hourStartOf(at),
    title: titleOf(found, ctx),
    people: people.map(({ fullname, state, since, help }) => ({
      name: named ? fullname : null,
      state,
      since,
      needsHelp: help.includes('forgotten') || help.includes('idle'),
    })),
    sums: sumsOf(people, at),
    compared: comparedTo(people, at),
    ending: endingOf(people),
  }
}
