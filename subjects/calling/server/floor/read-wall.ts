/** GET sangoi/manhinh: the floor for a big screen, without phones (D3-FLR-04). */
import type { FloorWall } from '#subjects/calling/contract/calls/floor.ts'
import type { Ctx } from '#kit/server/context.ts'
import { cachedText, type Judged, type KeptFloor } from './kept-floors.ts'
import { sumsOf, titleOf } from './read-floor.ts'
import { hourOf, hourStartOf } from './read-people.ts'

const until = (hours: readonly number[], hour: number): number =>
  hours.slice(0, hour).reduce((sum, n) => sum + n, 0)

/** Agreed results up to the last full hour, compared with the previous day, which is kept by the hour only. */
function comparedTo(people: readonly Judged[], now: Date): FloorWall['compared'] {
  const hour = hourOf(now)
  const of = (pick: (one: Judged) => readonly number[]): number =>
    people.reduce((sum, one) => sum + until(pick(one), hour), 0)
  const [today, before] = [of(({ agreedByHour }) => agreedByHour), of(({ agreedBefore }) => agreedBefore)]
  return people.some(({ byHour }) => until(byHour, hour) > 0) ? { hour, today, before } : null
}

function endingOf(people: readonly Judged[]): FloorWall['ending'] {
  const ending = people.filter(({ help }) => help.includes('ending'))
  return { people: ending.length, at: ending.flatMap(({ endsAt }) => endsAt ?? []).toSorted()[0] ?? null }
}

/** The wall as JSON text; `named` shows names, as anybody passing by can read a wall. */
export const wallText = (floor: KeptFloor, named: boolean, ctx: Ctx): string =>
  cachedText(floor, named ? 'wall with names' : 'wall', () => {
    const { at, people } = floor
    return {
      at: at.toISOString(),
      hourStart: hourStartOf(at),
      title: titleOf(floor, ctx),
      people: people.map(({ fullname, state, since, help }) => ({
        name: named ? fullname : null,
        state,
        since,
        needsHelp: help.includes('forgotten') || help.includes('idle'),
      })),
      sums: sumsOf(people, at),
      compared: comparedTo(people, at),
      ending: endingOf(people),
    } satisfies FloorWall
  })
