/** What a table column is, and the columns a declared resource has for a reader. */
import { createElement, type ReactNode } from 'react'
import { can, type Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { isNumeric, showField } from '../../../contract/kit/kinds.ts'
import { fieldOf, type Resource } from '../../../contract/kit/resource.ts'
import type { RowOf } from '../../../contract/kit/row.ts'
import { maySort } from '../../../contract/kit/sort.ts'
import { Cell } from '../kinds/cell.tsx'
import { typedText } from '../kinds/input.tsx'
import type { TableRow } from '../resource-api.ts'

/** `K`: the names that columns can have; those of the row's own fields unless told otherwise. */
export type Column<R, K extends string = keyof R & string> = {
  key: K
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
  /** A row is decided by it: on a phone it stands beside the frozen column. */
  near?: true
  cell: (row: R) => ReactNode
  /** What the cell shows as text: for fitting the width. */
  text?: (row: R) => string
  /** The list can be sorted by it: by which name, and which way a first click does. */
  sort?: { by: NoInfer<K> | (keyof R & string); first: 'asc' | 'desc' }
  /** The field edited in the row, or null where this row may not. */
  edit?: (row: R) => Field | null
  /** The text an edit begins with. */
  typed?: (row: R) => string
  /** Enter alone saves what was typed: leaving the cell keeps its editor open, as it is. */
  enterOnly?: true
}

/** A column whatever it is called. */
export type AnyColumn<R> = Column<R, string>

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

/** What a row has under the name of a column. */
export const valueOf = (row: Readonly<Record<string, unknown>>, name: string): unknown => row[name]

/** The column of one field. */
export const fieldColumn = <R extends TableRow, K extends string>(key: K, field: Field): Column<R, K> => ({
  key,
  title: field.short ?? field.label,
  full: field.label,
  width: field.width ?? widths[field.kind] ?? 160,
  grows: runsOn(field),
  numeric: isNumeric(field.kind),
  cell: (row) => createElement(Cell, { field, value: valueOf(row, key) }),
  text: (row) => showField(valueOf(row, key), field),
})

/** Of figures and days the greatest are asked for first. */
const firstOrder = ({ kind }: Field): 'asc' | 'desc' =>
  isNumeric(kind) || kind === 'date' || kind === 'instant' ? 'desc' : 'asc'

/** A column of a declared resource, by the names of its list. */
export type ResourceColumn<R extends Resource> = Column<RowOf<R>, R['list'][number]>

/** The columns of a resource's list for `actor`: the first frozen, `inline` fields editable where the row allows. */
export function columnsOf<R extends Resource>(resource: R, actor: Actor): ResourceColumn<R>[] {
  const update = resource.may.update
  const edits = update !== undefined && can(actor, update)
  const names: readonly R['list'][number][] = resource.list
  return names
    .filter((name) => sees(fieldOf(resource, name), actor))
    .map((name, index) => {
      const field = fieldOf(resource, name)
      const sorts = resource.sort?.includes(name) && maySort(resource, name, actor)
      const column: ResourceColumn<R> = {
        ...fieldColumn(name, field),
        ...(index === 0 && { pin: 'left' }),
        ...(sorts && { sort: { by: name, first: firstOrder(field) } }),
      }
      const inline = edits && resource.inline?.includes(name) && writes(field, actor)
      if (!inline) return column
      return {
        ...column,
        edit: (row) => (row.may?.update === false ? null : field),
        typed: (row) => typedText(valueOf(row, name), field),
      }
    })
}
