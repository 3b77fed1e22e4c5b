/** The care log's declaration as the screen uses it: filters, columns, editable fields. */
import { createElement } from 'react'
import type { Field } from '#kit/contract/field.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { typedText } from '#kit/web/kinds/input.tsx'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { DoubtedPackage } from './doubted-package.tsx'
import { ResultMark } from './result-icon.tsx'

const { created_at: _, appointmentAt: __, fullname: ___, ...fields } = careHistory.fields
const { username: ____, team: _____, ...filter } = careHistory.filter

/** Fields without duplicates: no second spellings, and the staff cell already shows the name. */
const logOf = (ownOnly: boolean) => ({
  ...careHistory,
  fields,
  also: [],
  // The own log has no filter by person (D1-CARE-42).
  filter: ownOnly ? filter : careHistory.filter,
})

/** The caller's own log, and the log of everybody in the caller's scope. */
export const logs = { own: logOf(true), all: logOf(false) }
type Log = typeof logs.all

/** A result with the reader's permissions on it, and whether its package is unknown. */
export type LogRow = RowOf<Log> &
  Partial<Record<'editable' | 'reinvitable' | 'handed_over' | 'package_doubt', boolean>>

const { status, appointment_at: time, note } = careHistory.fields

/** Editable fields; a result cannot be cleared. */
const editedFields: Partial<Record<keyof LogRow, Field>> = {
  status: { ...status, required: true },
  appointment_at: time,
  note,
}

const packageCell = (row: LogRow) =>
  row.package_doubt === true ? createElement(DoubtedPackage, { code: row.package }) : row.package

/** The columns with their editable cells; the own log has no staff column. */
export const logColumns =
  (ownOnly: boolean) =>
  (columns: ResourceColumn<Log>[]): ResourceColumn<Log>[] =>
    columns
      .filter(({ key }) => !ownOnly || key !== 'username')
      .map((column) => {
        const field = editedFields[column.key]
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
