/** Columns and filters of the care log for a reader. */
import { createElement } from 'react'
import type { Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import type { FilterItem } from '../../kit/filters/filter-item.ts'
import { typedText } from '../../kit/kinds/input.tsx'
import { columnsOf, sees, type Column } from '../../kit/table/column.ts'
import { ResultMark } from './result-icon.tsx'

const { status, appointment_at: time, note } = careHistory.fields

/** What can be changed in the row; a result cannot be taken away. */
const edited: Record<string, Field> = { status: { ...status, required: true }, appointment_at: time, note }

function editable(column: Column): Column {
  const field = edited[column.key]
  if (!field) return column
  return {
    ...column,
    edit: (row) => (row.editable === true ? field : null),
    typed: (row) => typedText(row[column.key], field),
    ...(column.key === 'status' && { cell: (row) => createElement(ResultMark, { status: row.status }) }),
  }
}

/** The staff column is for those who see others; the own log needs none (D1-CARE-42). */
export const logColumns = (actor: Actor, own: boolean): Column[] =>
  columnsOf(careHistory, actor)
    .filter(({ key }) => !own || key !== 'username')
    .map(editable)

const words: Record<string, string> = { phone: 'Tìm số điện thoại' }

/** Filters that the own log has no use for. */
const ofOthers: readonly string[] = ['username', 'team']

/** Phone, result, and the staff member for those who see others (D1-CARE-35, D1-CARE-38, D1-CARE-39, D1-Q-084). */
export const logFilters = (actor: Actor, own: boolean): FilterItem[] =>
  Object.entries(careHistory.filter)
    .filter(([name, { on }]) => sees(fieldOf(careHistory, on), actor) && !(own && ofOthers.includes(name)))
    .map(([name, filter]) => {
      const field = fieldOf(careHistory, filter.on)
      const label = ('label' in filter && filter.label) || field.label
      return { name, field, label, placeholder: words[name] ?? '', teams: filter.op === 'team' }
    })
