/** The care log as a reader sees it: which filters, columns, and what is changed in the row. */
import { createElement } from 'react'
import type { Field } from '../../../contract/kit/field.ts'
import type { RowOf } from '../../../contract/kit/row.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import { typedText } from '../../kit/kinds/input.tsx'
import type { ResourceColumn } from '../../kit/table/column.ts'
import { DoubtedPackage } from './doubted-package.tsx'
import { ResultMark } from './result-icon.tsx'

const { created_at: _, appointmentAt: __, fullname: ___, ...fields } = careHistory.fields
const { username: ____, team: _____, ...filter } = careHistory.filter

/** Each fact once: without the second spellings, and the staff cell brings the name. */
const logOf = (own: boolean) => ({
  ...careHistory,
  fields,
  also: [],
  // There is nobody to choose the own rows by (D1-CARE-42).
  filter: own ? filter : careHistory.filter,
})

/** The caller's own log, and the one of everybody in reach. */
export const logs = { own: logOf(true), all: logOf(false) }
type Log = typeof logs.all

/** A result, what its reader may do with it, and whether its package is one that nobody knows. */
export type LogRow = RowOf<Log> &
  Partial<Record<'editable' | 'reinvitable' | 'handed_over' | 'package_doubt', boolean>>

const { status, appointment_at: time, note } = careHistory.fields

/** What can be changed in the row; a result cannot be taken away. */
const edited: Partial<Record<keyof LogRow, Field>> = {
  status: { ...status, required: true },
  appointment_at: time,
  note,
}

const packageCell = (row: LogRow) =>
  row.package_doubt === true ? createElement(DoubtedPackage, { code: row.package }) : row.package

/** The columns with what is changed in them; the own log needs no staff. */
export const logColumns =
  (own: boolean) =>
  (columns: ResourceColumn<Log>[]): ResourceColumn<Log>[] =>
    columns
      .filter(({ key }) => !own || key !== 'username')
      .map((column) => {
        const field = edited[column.key]
        if (column.key === 'package') return { ...column, cell: packageCell }
        if (!field) return column
        return {
          ...column,
          edit: (row: LogRow) =>
            row.editable === true && (column.key === 'note' || row.handed_over !== true) ? field : null,
          typed: (row) => typedText(row[column.key], field),
          ...(column.key === 'status' && {
            cell: (row) => createElement(ResultMark, { status: row.status }),
          }),
        }
      })
