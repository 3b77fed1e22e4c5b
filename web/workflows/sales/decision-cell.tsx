/** The state of a decision in the table: approve and reject for those who may, else its word (D1-Q-136). */
import { IconCheck, IconX } from '@tabler/icons-react'
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import type { Decision } from '../../../contract/outcomes.ts'
import { Cell, Person } from '../../kit/kinds/cell.tsx'
import type { Row } from '../../kit/resource-api.ts'
import type { BulkAction } from '../../kit/resource/selection-bar.tsx'
import type { BulkContext } from '../../kit/resource/screen-state.tsx'
import type { Column } from '../../kit/table/column.ts'
import type { RowAction } from '../../kit/table/table-types.ts'
import { Button } from '../../kit/ui/button.tsx'
import { decideMany, decideRow, type Decidable } from './decide.ts'
import css from './sales.module.css'

const icons = { '1': <IconCheck size={14} stroke={2} />, '2': <IconX size={14} stroke={2} /> }
const labels = { '1': 'Duyệt', '2': 'Từ chối' } as const
const both: readonly Decision[] = ['1', '2']

const stateOf = ({ resource }: Decidable): string => resource.approval?.field ?? ''
const isOpen = (list: Decidable, row: Row): boolean => row[stateOf(list)] === list.resource.approval?.pending

function DecideCell({ list, row }: { list: Decidable; row: Row }) {
  return (
    <span className={css.decide}>
      {both.map((decision) => (
        <Button
          key={decision}
          small
          tabIndex={-1}
          icon={icons[decision]}
          data-decision={decision}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            void decideRow(list, row, decision)
          }}
        >
          {labels[decision]}
        </Button>
      ))}
    </span>
  )
}

/** Salesperson by the name the row has, and the decision with its buttons. */
export const salesColumns =
  (list: Decidable, actor: Actor) =>
  (columns: Column[]): Column[] =>
    columns.map((column) => {
      if (column.key === 'username_nv') return { ...column, cell: staffCell }
      if (column.key !== stateOf(list)) return column
      // Stays in view: on a narrow screen the decision is what the row is looked at for.
      const pinned: Column = { ...column, pin: 'right' }
      if (!can(actor, list.may)) return pinned
      const field = list.resource.fields[column.key] as Field
      return {
        ...pinned,
        width: 164,
        cell: (row) =>
          isOpen(list, row) ? (
            <DecideCell list={list} row={row} />
          ) : (
            <Cell field={field} value={row[column.key]} />
          ),
      }
    })

const staffCell = (row: Row) =>
  row.username_nv ? (
    <Person fullname={String(row.ten_nv ?? '')} username={String(row.username_nv)} />
  ) : (
    'Chưa có nhân viên'
  )

/** 'Duyệt' and 'Từ chối' in the menu of an open row. */
export const decideActions = (list: Decidable, actor: Actor, row: Row): RowAction[] =>
  can(actor, list.may) && isOpen(list, row)
    ? both.map((decision) => ({
        label: labels[decision],
        icon: icons[decision],
        danger: decision === '2',
        run: () => void decideRow(list, row, decision),
      }))
    : []

/** 'Duyệt' and 'Từ chối' of the ticked rows. */
export const decideBulk = (list: Decidable, actor: Actor, context: BulkContext): BulkAction[] =>
  can(actor, list.may)
    ? both.map((decision) => ({
        label: labels[decision],
        icon: icons[decision],
        run: () => void decideMany(list, context, decision),
      }))
    : []
