/** The people of the floor who can give numbers to a person, or receive some (D3-FLR-02). */
import { thousands } from '#kit/contract/thousands.ts'
import type { FloorPerson } from '#subjects/calling/contract/calls/floor.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import { clockTime } from './running-time.ts'

/** The branch of an account: numbers do not leave it. */
const branchOf = (staff: readonly Staff[], id: string): string | null => {
  const member = staff.find((account) => account.id === id)
  return member?.role_priority === 3 ? member.id : (member?.brand_id ?? null)
}

/** The other active people of the same branch; everybody while the staff has not been read. */
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

/** Givers: those with most first. Receivers: those who run out first, then those with least; absent people last. */
export function inOrder(people: readonly FloorPerson[], give: boolean): FloorPerson[] {
  if (give) return people.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left)
  const away = ({ state }: FloorPerson): number => Number(state === 'absent')
  const ends = ({ help }: FloorPerson): number => Number(!help.includes('ending'))
  return people.toSorted((a, b) => away(a) - away(b) || ends(a) - ends(b) || a.left - b.left)
}

/** Names as options, with their remaining numbers. */
export const optionsOf = (people: readonly FloorPerson[]) =>
  people.map(({ id, fullname, left, endsAt }) => ({
    value: id,
    label: fullname,
    note: `còn ${thousands(left)} số${endsAt === null ? '' : `, hết ${clockTime(endsAt)}`}`,
  }))
