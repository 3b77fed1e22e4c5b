/** A table column, and the columns of a declared resource for a reader. */
import { createElement, type ReactNode } from 'react'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { cardOf, cardPart, type CardPart } from '#kit/contract/card.ts'
import type { Field } from '#kit/contract/field.ts'
import { isNumeric, showField } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { maySort } from '#kit/contract/sort.ts'
import { Cell } from '../kinds/cell.tsx'
import { typedText } from '../kinds/input.tsx'
import type { TableRow } from '../resource-api.ts'

/** `K`: names that columns may have; by default the row's own fields. */
export type Column<R, K extends string = keyof R & string> = {
  key: K
  /** Short heading. */
  title: string
  /** Full heading, as tooltip and in the column list. */
  full?: string
  width: number
  /** Takes the spare width of a wide window, until the user sets a width: running text. */
  grows?: boolean
  /** The user set the width. */
  resized?: boolean
  /** Aligned right, like its heading. */
  numeric?: boolean
  /** Heading over neighbouring columns of one group. */
  group?: string
  /** Pinned to this side. */
  pin?: 'left' | 'right'
  /** Its place on a card of a phone: the key is by default the pinned column, else the first; 'figure' before other figures (D3-PHN-01). */
  card?: CardPart | 'figure' | undefined
  cell: (row: R) => ReactNode
  /** Always visible, like state and money (D3-GRID-09). */
  sight?: true
  /** Who, what or when: folded away only where it is empty (D3-GRID-12). */
  steady?: true
  /** A state with a colour: never folded away. */
  toned?: true
  /** The cell as the kit draws it: while `cell` is this one, `text` is all that it shows. */
  kitCell?: (row: R) => ReactNode
  /** All that a cell of the screen's own shows; without it such a column never folds. */
  foldText?: (row: R) => string
  /** The cell without buttons, for a card, which has the actions as its own buttons. */
  plain?: (row: R) => ReactNode
  /** The text of a cell, for fitting the width. */
  text?: (row: R) => string
  /** Field that a click on the heading sorts by, and its first direction. */
  sort?: { by: NoInfer<K> | (keyof R & string); first: 'asc' | 'desc' }
  /** The field edited in the row, or null if this row may not be edited. */
  edit?: (row: R) => Field | null
  /** A state: chosen, never pasted. */
  state?: true
  /** The initial text of an edit. */
  typed?: (row: R) => string
  /** Only Enter saves: leaving the cell keeps its editor open. */
  enterOnly?: true
}

/** The field that a paste may write into a cell; null for states, decisions and cells that cannot be edited. */
export const pastedField = <R>(column: AnyColumn<R>, row: R): Field | null =>
  column.state ? null : (column.edit?.(row) ?? null)

/** An edited value as a cell shows it: an option's label instead of its value. */
export const shownTyped = (text: string, field: Field): string =>
  field.options ? showField(text, field) : text

/** A column of any name. */
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

/** Whether `actor` may read the field. */
export const maySee = (field: Field, actor: Actor): boolean =>
  field.see === undefined || can(actor, field.see)

/** Whether `actor` may write the field. */
export const mayWrite = (field: Field, actor: Actor): boolean =>
  maySee(field, actor) && field.write !== 'never' && (field.write === undefined || can(actor, field.write))

/** Fields with a larger maximum, in characters, count as running text instead of names or codes. */
const longestName = 200

/** Whether the field holds running text, which takes the spare width. */
const runsOn = ({ kind, max = 0 }: Field): boolean =>
  kind === 'note' || (kind === 'text' && max > longestName)

const steadyKinds: readonly Field['kind'][] = ['staff', 'instant', 'date', 'phone', 'sim']

/** People, numbers, times, and names or keys such as packages. */
const isSteady = ({ kind, name, code, upper, suggest }: Field): boolean =>
  steadyKinds.includes(kind) || [name, code, upper].includes(true) || suggest === 'packages'

/** The value of a row under a column's name. */
export const valueOf = (row: Readonly<Record<string, unknown>>, name: string): unknown => row[name]

/** The column of one field. */
export function fieldColumn<R extends TableRow, K extends string>(key: K, field: Field): Column<R, K> {
  const cell = (row: R): ReactNode => createElement(Cell, { field, value: valueOf(row, key) })
  return {
    key,
    title: field.short ?? field.label,
    full: field.label,
    width: field.width ?? widths[field.kind] ?? 160,
    grows: runsOn(field),
    numeric: isNumeric(field.kind),
    ...(isSteady(field) && { steady: true }),
    cell,
    kitCell: cell,
    ...(field.options?.some(({ tone }) => tone !== undefined) && { toned: true }),
    text: (row) => showField(valueOf(row, key), field),
  }
}

/** Numbers and dates sort descending first. */
const firstOrder = ({ kind }: Field): 'asc' | 'desc' =>
  isNumeric(kind) || kind === 'date' || kind === 'instant' ? 'desc' : 'asc'

/** A column of a declared resource, with a name of its list. */
export type ResourceColumn<R extends Resource> = Column<RowOf<R>, R['list'][number]>

/** The columns with the owner or the author of a row. */
const whoColumns = ({ owner, author }: Resource): unknown[] => [owner, author?.username, author?.name]

/** Salespeople see rows of their own alone, so that their name is no column (D3-GRID-12). */
const ownNames = (resource: Resource, { priority }: Actor): unknown[] =>
  priority === 5 && resource.owner !== undefined ? whoColumns(resource) : []

/** The columns of a resource's list for `actor`: the first pinned, `inline` fields editable where the row allows. */
export function columnsOf<R extends Resource>(resource: R, actor: Actor): ResourceColumn<R>[] {
  const update = resource.may.update
  const edits = update !== undefined && can(actor, update)
  const list: readonly R['list'][number][] = resource.list
  const hidden = ownNames(resource, actor)
  const names = list.filter((name) => !hidden.includes(name) && maySee(fieldOf(resource, name), actor))
  const card = cardOf(resource.fields, names, resource.card)
  return names.map((name, index) => {
    const field = fieldOf(resource, name)
    const sorts = resource.sort?.includes(name) && maySort(resource, name, actor)
    const column: ResourceColumn<R> = {
      ...fieldColumn(name, field),
      // In a list of one's own the next person is somebody else: who decided, not whose row it is.
      card: hidden.length > 0 && name === card.who ? undefined : cardPart(card, name),
      ...(whoColumns(resource).includes(name) && { steady: true }),
      ...(resource.sight?.includes(name) && { sight: true }),
      ...(index === 0 && { pin: 'left' }),
      ...(sorts && { sort: { by: name, first: firstOrder(field) } }),
    }
    const inline = edits && resource.inline?.includes(name) && mayWrite(field, actor)
    if (!inline) return column
    return {
      ...column,
      edit: (row) => (row.may?.update === false ? null : field),
      typed: (row) => typedText(valueOf(row, name), field),
    }
  })
}

/** The columns with those named first, in that order: what decides is in sight without scrolling (D3-GRID-12). */
export function ledBy<C extends { key: string }>(columns: readonly C[], keys: readonly string[]): C[] {
  const first = keys.flatMap((key) => columns.filter((column) => column.key === key))
  return [...first, ...columns.filter((column) => !first.includes(column))]
}
