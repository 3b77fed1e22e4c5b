/** The table of the floor: sections with their sums, a head that stays, the sum of all at the foot (D3-FLR-01). */
import { useState } from 'react'
import { floorHelp, type Floor, type FloorPerson } from '../../../contract/workflows/floor.ts'
import { columnsOf, type FloorColumn } from './columns.tsx'
import type { Section } from './hold-order.ts'
import { PersonRow, type Dragging } from './person-row.tsx'
import { needing, sumOf, type SumFigures, type View } from './sections.ts'
import { startHour } from './running-time.ts'
import type { PanelState } from './use-open-panel.ts'
import type { Current } from './use-floor-keys.ts'
import css from './floor-table.module.css'

/** Widths of name, state, since, and how long. */
const widths = { name: undefined, state: 184, since: 48, elapsed: 66 } as const

export type TableProps = {
  floor: Floor
  sections: readonly Section<FloorPerson>[]
  view: View
  wide: boolean
  current: Current
  panels: PanelState
  dragging: Dragging
}

function Head({ columns }: { columns: readonly FloorColumn[] }) {
  const groups = columns.flatMap(({ group }, at) => (group === undefined ? [] : [{ group, at }]))
  return (
    <thead>
      <tr>
        <th colSpan={4} />
        {groups.map(({ group, at }, n) => (
          <th key={group} data-first colSpan={(groups[n + 1]?.at ?? columns.length + 1) - at} scope="colgroup">
            {group}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col">Nhân viên</th>
        <th scope="col">Đang làm</th>
        <th scope="col" data-right>
          Từ
        </th>
        <th scope="col" data-right>
          Đã
        </th>
        {columns.map(({ key, title, right, first }) => (
          <th key={key} scope="col" data-right={right} data-first={first}>
            {title}
          </th>
        ))}
        <th aria-label="Thao tác" />
      </tr>
    </thead>
  )
}

/** The figures of a sum under their columns. */
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

type HeadingProps = Pick<TableProps, 'floor' | 'view'> & {
  section: Section<FloorPerson>
  columns: readonly FloorColumn[]
}

/** The heading of a section: a group with its sums, else who is in it and why. */
function Heading({ floor, view, section, columns }: HeadingProps) {
  const { key, people } = section
  if (view === 'group') {
    const group = floor.groups.find(({ id }) => id === key)
    return (
      <tr className={css.heading}>
        <th scope="rowgroup">
          <b>{group?.fullname ?? 'Ngoài nhóm'}</b>
          {group?.username}
        </th>
        <th colSpan={3}>{people.length} người</th>
        <Sums columns={columns} sum={sumOf(people)} />
      </tr>
    )
  }
  const reasons = [...new Set(people.flatMap(({ help }) => help))]
  return (
    <tr className={css.heading}>
      <th scope="rowgroup" colSpan={columns.length + 5}>
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
  const [columns] = useState(() => [columnsOf(false), columnsOf(true)] as const)
  const shown = columns[wide ? 1 : 0]
  const hour = startHour(floor.hourStart)
  return (
    <table className={css.table} aria-label="Sàn gọi">
      <colgroup>
        {[...Object.values(widths), ...shown.map(({ width }) => width), wide ? 96 : 32].map((width, at) => (
          // The columns stand still.
          <col key={at} style={{ width }} />
        ))}
      </colgroup>
      <Head columns={shown} />
      {sections.map((section) => (
        <tbody key={section.key}>
          {view !== 'name' && <Heading floor={floor} view={view} section={section} columns={shown} />}
          {section.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              columns={shown}
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
          <td colSpan={4}>Tất cả {floor.sums.people} người</td>
          <Sums columns={shown} sum={floor.sums} />
        </tr>
      </tfoot>
    </table>
  )
}
