/** Maps columns of an uploaded sheet to fields: by heading, in some lists by position, else by asking the user (D3-FILE-04). */
import type { Actor } from '#platform/contract/abilities.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Reading } from '#kit/contract/kinds.ts'
import { AppError } from '#kit/contract/error.ts'
import type { ColumnAsk } from '#platform/contract/calls/imports.ts'
import { fieldOf, type SheetTarget } from '#kit/contract/resource.ts'
import { cleanText, foldText } from '#kit/contract/text.ts'
import { importable } from '#kit/server/import.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import type { CellValue, SheetRow } from '#platform/server/sheet/sheet-row.ts'

/** What a cell says: its value or why it has none, and what the preview notes about it. */
export type CellReading = Reading & { note: string | null }

export type SheetColumn = {
  name: string
  field: Field
  index: number
  /** Readings of texts and numbers met before: most cells of a column repeat, and reading one takes far longer than finding it. */
  cache: Map<CellValue, CellReading>
}

export type SheetPlan = {
  target: SheetTarget
  columns: SheetColumn[]
  key: readonly string[] | undefined
  /** Columns with an unknown heading by number, with the field expected at that position; empty if all are clear. */
  unclear: ReadonlyMap<number, ColumnAsk>
}

/** Running numbers, and the reason column of an error file uploaded again. */
const neverRead = ['STT', '#', 'Lỗi']

const fold = (cell: CellValue): string => foldText(cleanText(cell)).replace(/\s+/g, ' ')

/** Fields by position, after removing columns that the sheet ignores (D2-IMP-07). */
function counted({ sheet: { ignore = [] } }: SheetTarget, heads: readonly string[]): number[] {
  const ignored = new Set(ignore.map(fold))
  return Array.from({ length: limits.columns }, (_, index) => index).filter(
    (index) => !ignored.has(heads[index] ?? ''),
  )
}

/** Position of each field whose heading occurs exactly once. */
function byHeading({ sheet, fields }: SheetTarget, heads: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>()
  for (const name of sheet.columns) {
    const field = name === null ? undefined : fields[name]
    if (name === null || !field) continue
    const names = new Set([field.label, field.short ?? '', name, ...(sheet.heads?.[name] ?? [])].map(fold))
    const matches = heads.flatMap((head, index) => (head !== '' && names.has(head) ? [index] : []))
    if (matches.length === 1) positions.set(name, matches[0] ?? 0)
  }
  return positions
}

/** Whether the first row names the key column: then it is a heading row, even if none is required (D1-Q-139). */
const hasHeadings = (target: SheetTarget, row: readonly CellValue[]): boolean => {
  const positions = byHeading(target, row.map(fold))
  return target.sheet.key?.every((name) => positions.has(name)) ?? false
}

/** Number of filled rows searched for the headings. */
const titleRows = 10

/**
 * Number of the row with the headings, 0 for none: the first of the file's rows that names fields, so that titles above
 * it are skipped (D3-FILE-08), else the one the target defines.
 */
export function headingRow(target: SheetTarget, rows: readonly SheetRow[]): number {
  const { columns, firstRow } = target.sheet
  const [first] = rows
  if (first?.row === 1 && hasHeadings(target, first.cells)) return 1
  const wanted = Math.min(2, columns.filter((name) => name !== null).length)
  const named = rows
    .slice(0, titleRows)
    .find(({ cells }) => byHeading(target, cells.map(fold)).size >= wanted)
  return named?.row ?? firstRow - 1
}

/** Fields found so far, and the columns to ask about with the field expected by position. */
type ColumnGuess = { places: Map<string, number>; unclear: Map<number, ColumnAsk> }

/** Adds fields by position for columns with an unknown heading, to be confirmed by the user. */
function withGuesses(
  target: SheetTarget,
  header: readonly CellValue[],
  heads: readonly string[],
): ColumnGuess {
  const { columns, ignore = [] } = target.sheet
  const positions = byHeading(target, heads)
  const unclear = new Map<number, ColumnAsk>()
  if (columns.every((name) => name === null || positions.has(name))) return { places: positions, unclear }
  const usedColumns = new Set(positions.values())
  const ignored = new Set([...neverRead, ...ignore].map(fold))
  const countedColumns = counted(target, heads)
  for (let index = 0; index < limits.columns; index++) {
    if (usedColumns.has(index) || ignored.has(heads[index] ?? '')) continue
    const name = columns[countedColumns.indexOf(index)] ?? null
    const field = name === null || positions.has(name) ? null : name
    unclear.set(index, { column: index, heading: cleanText(header[index] ?? null), field })
  }
  for (const { column, field } of unclear.values()) if (field !== null) positions.set(field, column)
  return { places: positions, unclear }
}

/**
 * Positions in a file read by position: its fields in the expected order, the others by heading. Null if the first row
 * has no headings, or a known heading is in another place, so that the order has changed (D3-FILE-04).
 */
function inOrder(target: SheetTarget, heads: readonly string[]): Map<string, number> | null {
  const { columns, byPosition } = target.sheet
  if (!byPosition) return null
  const countedColumns = counted(target, heads)
  const named = byHeading(target, heads)
  const expected = byPosition.map((name): [string, number] => [
    name,
    countedColumns[columns.indexOf(name)] ?? limits.columns,
  ])
  const isHeading = (head = ''): boolean => /^[^\d+]/.test(head)
  const matches = expected.every(
    ([name, index]) => isHeading(heads[index]) && (named.get(name) ?? index) === index,
  )
  return matches ? new Map([...named, ...expected]) : null
}

/** The columns that the user chose, a field or nothing each; VALIDATION for a field that the target does not have. */
export function readChosen(sent: string | undefined, { sheet }: SheetTarget): string[] | null {
  if (sent === undefined || sent === '') return null
  const chosen = sent.split(',')
  const chosenNames = chosen.filter((name) => name !== '')
  const wrong = chosenNames.find(
    (name, index) => !sheet.columns.includes(name) || chosenNames.indexOf(name) !== index,
  )
  if (wrong !== undefined) {
    const message = `Cột '${wrong.slice(0, 60)}' không có trong biểu mẫu hoặc được chọn hai lần`
    throw new AppError('VALIDATION', message, { fields: { columns: message } })
  }
  return chosen
}

/** The plan of columns, as far as headings or the user's choice determine it. */
export function planOf(
  target: SheetTarget,
  header: readonly CellValue[],
  actor: Actor,
  chosen: string[] | null = null,
): SheetPlan {
  const { columns, key, firstRow } = target.sheet
  const heads = header.map(fold)
  const none = new Map<number, ColumnAsk>()
  const byPosition = (): ColumnGuess => {
    const countedColumns = counted(target, heads)
    const pairs = columns.flatMap((name, position): [string, number][] =>
      name === null ? [] : [[name, countedColumns[position] ?? limits.columns]],
    )
    return { places: new Map(pairs), unclear: none }
  }
  const ordered = inOrder(target, heads)
  const decided = chosen ? new Map(chosen.map((name, index) => [name, index])) : ordered
  const { places: positions, unclear } = decided
    ? { places: decided, unclear: none }
    : firstRow === 1 && !hasHeadings(target, header)
      ? byPosition()
      : withGuesses(target, header, heads)
  return {
    target,
    columns: importable(target, actor).map((name) => ({
      name,
      field: fieldOf(target, name),
      // Beyond the last cell: the file lacks this field.
      index: positions.get(name) ?? limits.columns,
      cache: new Map(),
    })),
    key,
    unclear,
  }
}
