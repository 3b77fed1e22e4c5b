/** The table of the floor: sections with their sums, a sticky head, the total at the foot (D3-FLR-01). */
import { useMemo } from 'react'
import {
  floorHelp,
  type Floor,
  type FloorHelp,
  type FloorPerson,
} from '#subjects/calling/contract/calls/floor.ts'
import { columnsOf, type FloorColumn } from './columns.tsx'
import type { Section } from './hold-order.ts'
import { PersonRow, type Dragging } from './person-row.tsx'
import { needing, sumOf, type SumFigures, type View } from './sections.ts'
import { startHour } from './running-time.ts'
import type { PanelState } from './use-open-panel.ts'
import type { Current } from './use-floor-keys.ts'
import css from './floor-table.module.css'

/** Widths of name, state, since when, and how long; the column 'since' gives way to long figures of many people. */
const widthsOf = (state: number, since: boolean): (number | undefined)[] => [
  undefined,
  state,
  ...(since ? [48] : []),
  62,
]

/** Width of a state with the number in hand: a masked number is shorter. */
const stateWidth = (people: readonly FloorPerson[]): number =>
  people.some(({ inHand }) => inHand !== null && !inHand.phone.startsWith('*')) ? 204 : 184

/** From this many people on, sums have five digits. */
const manyPeople = 40

export type TableProps = {
  floor: Floor
  sections: readonly Section<FloorPerson>[]
  view: View
  wide: boolean
  current: Current
  panels: PanelState
  dragging: Dragging
}

type HeadProps = { columns: readonly FloorColumn[]; since: boolean }

function Head({ columns, since }: HeadProps) {
  const groups = columns.flatMap(({ group }, index) => (group === undefined ? [] : [{ group, index }]))
  return (
    <thead>
      <tr>
        <td colSpan={since ? 4 : 3} />
        {groups.map(({ group, index }, n) => (
          <th
            key={group}
            data-first
            colSpan={(groups[n + 1]?.index ?? columns.length + 1) - index}
            scope="colgroup"
          >
            {group}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col">Nhân viên</th>
        <th scope="col">Đang làm</th>
        {since && (
          <th scope="col" data-right>
            Lúc
          </th>
        )}
        <th scope="col" data-right>
          Được
        </th>
        {columns.map(({ key, title, right, first }) => (
          <th key={key} scope="col" data-right={right} data-first={first}>
            {title}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

/** The sums in their columns. */
const Sums = ({ columns, sum }: { columns: readonly FloorColumn[]; sum: SumFigures }) => (
  <>
    {columns.map(({ key, right, first, sum: of }) => (
      <td key={key} data-right={right} data-first={first}>
        {of?.(sum)}
      </td>
    ))}
    <td />
  </>
)

type HeadingProps = HeadProps & Pick<TableProps, 'floor' | 'view'> & { section: Section<FloorPerson> }

/** The heading of a section: a group with its sums, else the number of people and why. */
function Heading({ floor, view, section, columns, since }: HeadingProps) {
  const { key, people } = section
  if (view === 'group') {
    const group = floor.groups.find(({ id }) => id === key)
    return (
      <tr className={css.heading}>
        <th scope="rowgroup">
          <b>{group?.fullname ?? 'Ngoài nhóm'}</b>
          {group?.username}
        </th>
        <th colSpan={since ? 3 : 2}>{people.length} người</th>
        <Sums columns={columns} sum={sumOf(people)} />
      </tr>
    )
  }
  const reasons = (Object.keys(floorHelp) as FloorHelp[]).filter((reason) =>
    people.some(({ help }) => help.includes(reason)),
  )
  return (
    <tr className={css.heading}>
      <th scope="rowgroup" colSpan={columns.length + (since ? 5 : 4)}>
        <b>
          {key === needing ? 'Cần giúp' : 'Đang ổn'} {people.length}
        </b>
        {key === needing
          ? reasons.map((reason) => floorHelp[reason].toLocaleLowerCase('vi')).join(', ')
          : 'theo tên'}
      </th>
    </tr>
  )
}

export function FloorTable({ floor, sections, view, wide, current, panels, dragging }: TableProps) {
  const many = floor.people.length > manyPeople
  const since = wide || !many
  const columns = useMemo(() => columnsOf(wide, wide || many), [wide, many])
  const hour = startHour(floor.hourStart)
  return (
    <table className={css.table} aria-label="Sàn gọi">
      <colgroup>
        {[
          ...widthsOf(stateWidth(floor.people), since),
          ...columns.map(({ width }) => width),
          wide ? 96 : 30,
        ].map((width, index) => (
          // The columns never change their order.
          <col key={index} style={{ width }} />
        ))}
      </colgroup>
      <Head columns={columns} since={since} />
      {sections.map((section) => (
        <tbody key={section.key}>
          {view !== 'name' && (
            <Heading floor={floor} view={view} section={section} columns={columns} since={since} />
          )}
          {section.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              columns={columns}
              withSince={since}
              at={floor.at}
              hour={hour}
              wide={wide}
              current={current.id === person.id}
              opened={panels.panel?.id === person.id}
              dragging={dragging}
              onOpen={(task) => void panels.open(person.id, task)}
              onFocus={() => current.choose(person.id)}
            />
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <td colSpan={since ? 4 : 3}>Tất cả {floor.sums.people} người</td>
          <Sums columns={columns} sum={floor.sums} />
        </tr>
      </tfoot>
    </table>
  )
}
