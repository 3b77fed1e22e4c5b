/** Which column of an uploaded sheet is which field: by its headings, and where they do not say it, asked (D3-FILE-04). */
import type { Actor } from '../../../contract/abilities.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { ColumnAsk } from '../../../contract/kit/import.ts'
import { fieldOf, type SheetTarget } from '../../../contract/kit/resource.ts'
import { cleanText, foldText } from '../../../contract/text.ts'
import { importable } from '../../kit/import.ts'
import { limits } from '../../sheet/limits.ts'
import type { CellValue } from '../../sheet/sheet-row.ts'

export type SheetPlan = {
  columns: { name: string; field: Field; index: number }[]
  key: readonly string[] | undefined
  /** Columns by number that no heading explains, with what stands there by position; none when all is clear. */
  unclear: ReadonlyMap<number, ColumnAsk>
}

/** Running numbers, and the reasons of an error file that is sent again. */
const neverRead = ['STT', '#', 'Lỗi']

const fold = (cell: CellValue): string => foldText(cleanText(cell)).replace(/\s+/g, ' ')

/** Columns by position, after those whose heading the sheet leaves out (D2-IMP-07). */
function counted({ sheet: { ignore = [] } }: SheetTarget, heads: readonly string[]): number[] {
  const left = new Set(ignore.map(fold))
  return Array.from({ length: limits.columns }, (_, index) => index).filter(
    (index) => !left.has(heads[index] ?? ''),
  )
}

/** Where the fields stand whose heading is there, once. */
function headed({ sheet, fields }: SheetTarget, heads: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const name of sheet.columns) {
    const field = name === null ? undefined : fields[name]
    if (name === null || !field) continue
    const names = new Set([field.label, field.short ?? '', name, ...(sheet.heads?.[name] ?? [])].map(fold))
    const found = heads.flatMap((head, index) => (head !== '' && names.has(head) ? [index] : []))
    if (found.length === 1) places.set(name, found[0] ?? 0)
  }
  return places
}

/** Whether the first row says by name where the key stands: then it is a heading, also where none is wanted (D1-Q-139). */
export const hasHeadings = (target: SheetTarget, row: readonly CellValue[]): boolean => {
  const places = headed(target, row.map(fold))
  return target.sheet.key?.every((name) => places.has(name)) ?? false
}

/** What is asked of a column: its heading, and the field that its position speaks for. */
type Asked = { places: Map<string, number>; unclear: Map<number, ColumnAsk> }

/** Adds to the fields that have a heading those whose column has none that is known, by position, to be asked about. */
function guessed(target: SheetTarget, header: readonly CellValue[], heads: readonly string[]): Asked {
  const { columns, ignore = [] } = target.sheet
  const places = headed(target, heads)
  const unclear = new Map<number, ColumnAsk>()
  if (columns.every((name) => name === null || places.has(name))) return { places, unclear }
  const known = new Set(places.values())
  const left = new Set([...neverRead, ...ignore].map(fold))
  const at = counted(target, heads)
  for (let index = 0; index < limits.columns; index++) {
    if (known.has(index) || left.has(heads[index] ?? '')) continue
    const name = columns[at.indexOf(index)] ?? null
    const field = name === null || places.has(name) ? null : name
    unclear.set(index, { column: index, heading: cleanText(header[index] ?? null), field })
  }
  for (const { column, field } of unclear.values()) if (field !== null) places.set(field, column)
  return { places, unclear }
}

/** The columns that somebody chose, a field or nothing for each; VALIDATION for one that the sheet does not have. */
export function readChosen(sent: string | undefined, { sheet }: SheetTarget): string[] | null {
  if (sent === undefined || sent === '') return null
  const chosen = sent.split(',')
  const named = chosen.filter((name) => name !== '')
  const wrong = named.find((name, at) => !sheet.columns.includes(name) || named.indexOf(name) !== at)
  if (wrong !== undefined) {
    const why = `Cột '${wrong.slice(0, 60)}' không có trong biểu mẫu hoặc được chọn hai lần`
    throw new AppError('VALIDATION', why, { fields: { columns: why } })
  }
  return chosen
}

/** Which cell is which field, as far as the headings, or somebody who was asked, can tell. */
export function planOf(
  target: SheetTarget,
  header: readonly CellValue[],
  actor: Actor,
  chosen: string[] | null = null,
): SheetPlan {
  const { columns, key, firstRow } = target.sheet
  const heads = header.map(fold)
  const none = new Map<number, ColumnAsk>()
  const byPosition = (): Asked => {
    const at = counted(target, heads)
    const pairs = columns.flatMap((name, place): [string, number][] =>
      name === null ? [] : [[name, at[place] ?? limits.columns]],
    )
    return { places: new Map(pairs), unclear: none }
  }
  const { places, unclear } = chosen
    ? { places: new Map(chosen.map((name, index) => [name, index])), unclear: none }
    : firstRow === 1 && !hasHeadings(target, header)
      ? byPosition()
      : guessed(target, header, heads)
  return {
    columns: importable(target, actor).map((name) => ({
      name,
      field: fieldOf(target, name),
      // Beyond the last cell: the sheet does not have it.
      index: places.get(name) ?? limits.columns,
    })),
    key,
    unclear,
  }
}
