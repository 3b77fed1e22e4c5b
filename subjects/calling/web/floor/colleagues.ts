/** Who of the floor may give a person numbers, or get some (D3-FLR-02). */
import { thousands } from '#kit/contract/thousands.ts'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { clockTime } from './running-time.ts'

/** The branch of an account: numbers do not leave it. */
const branchOf = (staff: readonly Staff[], id: string): string | null => {
  const one = staff.find((account) => account.id === id)
  return one?.role_priority === 3 ? one.id : (one?.brand_id ?? null)
}

/** The others of the same branch who have not been stopped; while the staff is not read yet, everybody. */
export function colleaguesOf(
  person: FloorPerson,
  people: readonly FloorPerson[],
  staff: readonly Staff[],
): FloorPerson[] {
  const branch = branchOf(staff, person.id)
  return people.filter(
    ({ id, state }) =>
      id !== person.id && state !== 'stopped' && (branch === null || branchOf(staff, id) === branch),
  )
}

/** Givers: who has most first. Receivers: who runs out first, then who has least; who is away comes last. */
export function inOrder(people: readonly FloorPerson[], give: boolean): FloorPerson[] {
  if (give) return people.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left)
  const away = ({ state }: FloorPerson): number => Number(state === 'absent')
  const ends = ({ help }: FloorPerson): number => Number(!help.includes('ending'))
  return people.toSorted((a, b) => away(a) - away(b) || ends(a) - ends(b) || a.left - b.left)
}

/** Names as options, with what they have left. */
export const optionsOf = (people: readonly FloorPerson[]) =>
  people.map(({ id, fullname, left, endsAt }) => ({
    value: id,
    label: fullname,
    note: `còn ${thousands(left)} số${endsAt === null ? '' : `, hết ${clockTime(endsAt)}`}`,
  }))
