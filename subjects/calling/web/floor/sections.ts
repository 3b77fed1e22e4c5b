/** The rows of the floor under their headings, with sums (D3-FLR-01). */
import { compareNames } from '#kit/contract/text.ts'
import type { Floor, FloorPerson, FloorSums } from '#subjects/calling/contract/calls/floor.ts'
import type { Section } from './hold-order.ts'

/** Layouts of the rows: people who need help first, one list by name, or by group. */
export const views = { help: 'Cần giúp trước', name: 'Theo tên', group: 'Theo nhóm' } as const
export type View = keyof typeof views

/** Key of the section of people who need help. */
export const needing = 'help'

const byName = (people: readonly FloorPerson[]): FloorPerson[] =>
  people.toSorted((a, b) => compareNames(a.fullname, b.fullname))

/** The rows in the order of a view; the server sends people who need help first, by urgency. */
export function sectionsOf({ people, groups }: Floor, view: View): Section<FloorPerson>[] {
  const sections =
    view === 'name'
      ? [{ key: 'all', people: byName(people) }]
      : view === 'help'
        ? [
            { key: needing, people: people.filter(({ help }) => help.length > 0) },
            { key: 'fine', people: byName(people.filter(({ help }) => help.length === 0)) },
          ]
        : [...groups.map(({ id }) => id), null].map((id) => ({
            key: id ?? '',
            people: people.filter(({ group }) => group === id),
          }))
  return sections.filter((section) => section.people.length > 0)
}

/** Figures of rows that also occur in the sums. */
export type RowFigures = Pick<FloorPerson, 'hour' | 'day' | 'idleSeconds' | 'overdue' | 'left'>
export type SumFigures = Pick<FloorSums, keyof RowFigures>

/** The sums of a section. */
export function sumOf(people: readonly RowFigures[]): SumFigures {
  const sum = (of: (row: RowFigures) => number): number => people.reduce((total, row) => total + of(row), 0)
  const counts = (of: 'hour' | 'day') => ({
    calls: sum((row) => row[of].calls),
    reached: sum((row) => row[of].reached),
    agreed: sum((row) => row[of].agreed),
  })
  return {
    hour: counts('hour'),
    day: counts('day'),
    idleSeconds: sum(({ idleSeconds }) => idleSeconds),
    overdue: sum(({ overdue }) => overdue),
    left: sum(({ left }) => left),
  }
}
