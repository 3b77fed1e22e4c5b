/** What a table column is, and the columns a declared resource has for a reader. */
import { createElement, type ReactNode } from 'react'
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { isNumeric, showField } from '../../../contract/kit/kinds.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import { Cell } from '../kinds/cell.tsx'
import { typedText } from '../kinds/input.tsx'
import type { Row } from '../resource-api.ts'

export type Column<R = Row> = {
  key: string
  /** Narrow heading. */
  title: string
  /** Heading written out, as title and in the column list. */
  full?: string
  width: number
  /** Takes what a wide window leaves over, until somebody sets its width: running text. */
  grows?: boolean
  /** The width is one that the user set. */
  own?: boolean
  /** Set to the right, with its heading. */
  numeric?: boolean
  /** Heading over neighbouring columns of the same group. */
  group?: string
  /** Frozen at this side. */
  pin?: 'left' | 'right'
  cell: (row: R) => ReactNode
  /** What the cell shows as text: for fitting the width. */
  text?: (row: R) => string
  /** The field edited in the row, or null where this row may not. */
  edit?: (row: R) => Field | null
  /** The text an edit begins with. */
  typed?: (row: R) => string
}

const widths: Partial<Record<Field['kind'], number>> = {
  phone: 124,
  money: 112,
  number: 88,
  date: 104,
  instant: 160,
  flag: 72,
  staff: 200,
}

/** Whether `actor` receives the field. */
export const sees = (field: Field, actor: Actor): boolean => field.see === undefined || can(actor, field.see)

/** Whether `actor` may write the field. */
export const writes = (field: Field, actor: Actor): boolean =>
  sees(field, actor) && field.write !== 'never' && (field.write === undefined || can(actor, field.write))

/** Longest text that still is a name or a code, in characters; what may be longer runs on. */
const longestName = 200

/** Whether the field holds running text, which takes what a wide window leaves over. */
const runsOn = ({ kind, max = 0 }: Field): boolean =>
  kind === 'note' || (kind === 'text' && max > longestName)

/** The column of one field. */
export function fieldColumn(key: string, field: Field): Column {
  return {
    key,
    title: field.short ?? field.label,
    full: field.label,
    width: field.width ?? widths[field.kind] ?? 160,
    grows: runsOn(field),
    numeric: isNumeric(field.kind),
    cell: (row) => createElement(Cell, { field, value: row[key] }),
    text: (row) => showField(row[key], field),
  }
}

/** The columns of a resource's list for `actor`: the first frozen, `inline` fields editable where the row allows. */
export function columnsOf(resource: Resource, actor: Actor): Column[] {
  const update = resource.may.update
  const edits = update !== undefined && can(actor, update)
  return resource.list
    .filter((name) => sees(fieldOf(resource, name), actor))
    .map((name, index) => {
      const field = fieldOf(resource, name)
      const column: Column = { ...fieldColumn(name, field), ...(index === 0 && { pin: 'left' }) }
      const inline = edits && resource.inline?.includes(name) && writes(field, actor)
      if (!inline) return column
      return {
        ...column,
        edit: (row) => (row.may?.update === false ? null : field),
        typed: (row) => typedText(row[name], field),
      }
    })
}
