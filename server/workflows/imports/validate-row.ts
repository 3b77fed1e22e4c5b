/** Judges one sheet row: what its cells mean, which of them were repaired, and why a row cannot be saved. */
import type { Actor } from '../../../contract/abilities.ts'
import type { Verdict } from '../../../contract/kit/import.ts'
import type { Field } from '../../../contract/kit/field.ts'
import { readField, showField, type Value } from '../../../contract/kit/kinds.ts'
import { fieldOf, type SheetTarget } from '../../../contract/kit/resource.ts'
import { cleanText, foldText } from '../../../contract/text.ts'
import { importable } from '../../kit/import.ts'
import type { Values } from '../../kit/write.ts'
import { limits } from '../../sheet/limits.ts'
import type { CellValue, SheetRow } from '../../sheet/sheet-row.ts'

/** Which cell of a row is which field. */
export type SheetPlan = {
  columns: { name: string; field: Field; index: number }[]
  key: readonly string[] | undefined
}

export type ValidatedRow = {
  row: number
  verdict: Exclude<Verdict, 'duplicate' | 'blank'>
  values: Values
  notes: Record<string, string> | null
  reason: string | null
  /** Equal for rows that stand for the same thing; null where each row counts. */
  key: string | null
}

/** Longest part of a cell that a note repeats, in characters. */
const noteLength = 60
/** Longest part of an unreadable cell that the preview shows. */
const shownLength = 500

const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`
const fold = (cell: CellValue): string => foldText(cleanText(cell)).replace(/\s+/g, ' ')

/** Where each column stands by its heading; null unless every column is named, once. */
function headed({ sheet, fields }: SheetTarget, header: readonly CellValue[]): number[] | null {
  const heads = header.map(fold)
  const places: number[] = []
  for (const name of sheet.columns) {
    const field = name === null ? undefined : fields[name]
    if (name === null || !field) return null
    const names = new Set([field.label, field.short ?? field.label, name].map(fold))
    const found = heads.flatMap((head, index) => (names.has(head) ? [index] : []))
    if (found.length !== 1) return null
    places.push(...found)
  }
  return new Set(places).size === places.length ? places : null
}

/** Columns by position, after those whose heading the sheet leaves out (D2-IMP-07). */
function counted({ sheet: { ignore = [] } }: SheetTarget, header: readonly CellValue[]): number[] {
  const left = new Set(ignore.map(fold))
  return Array.from({ length: limits.columns }, (_, index) => index).filter(
    (index) => !left.has(fold(header[index] ?? null)),
  )
}

/**
 * Which cell is which field. By position, as the documents say; but a sheet whose headings name every column is read
 * by them, or columns that somebody moved or put between would be saved as each other.
 */
export function planOf(target: SheetTarget, header: readonly CellValue[], actor: Actor): SheetPlan {
  const { columns, key } = target.sheet
  const positions = headed(target, header) ?? counted(target, header)
  const names = new Set(importable(target, actor))
  return {
    columns: columns.flatMap((name, at) => {
      const index = positions[at]
      return name === null || index === undefined || !names.has(name)
        ? []
        : [{ name, field: fieldOf(target, name), index }]
    }),
    key,
  }
}

const dayMs = 86_400_000
/** Texts that say a day as people write it; other forms, times and serial numbers are told as repaired. */
const plainDay = /^\d{1,2}([/-])\d{1,2}\1\d{4}$|^\d{4}-\d{2}-\d{2}$/

function isRepaired(raw: CellValue, typed: string, value: Value, field: Field): boolean {
  switch (field.kind) {
    case 'phone':
      return typed !== showField(value, field)
    case 'date':
      return raw instanceof Date ? raw.getTime() % dayMs !== 0 : !plainDay.test(typed)
    case 'instant':
      return typeof raw === 'number'
    case 'money':
    case 'number':
      return typeof raw !== 'number'
    default:
      return typeof raw === 'string' && raw.normalize('NFC') !== raw
  }
}

/** 'SĐT: 84 941 000 918 → 0941000918', or null when the cell says what was read. */
function repairNote(raw: CellValue, value: Value, field: Field): string | null {
  if (raw === null || value === null) return null
  const typed = cleanText(raw)
  if (typed === '' || !isRepaired(raw, typed, value, field)) return null
  const label = field.short ?? field.label
  const shown = clip(showField(value, field), noteLength)
  if (field.kind === 'money' || field.kind === 'number')
    return `${label}: chữ “${clip(typed, noteLength)}” → số ${shown}`
  return clip(typed, noteLength) === shown
    ? `${label}: dấu tiếng Việt rời → ${shown}`
    : `${label}: ${clip(typed, noteLength)} → ${shown}`
}

/** The verdict of a row by itself; whether an earlier or later row has the same key is the caller's to know. */
export function validateRow({ row, cells }: SheetRow, { columns, key }: SheetPlan): ValidatedRow {
  const values: Values = {}
  const notes: Record<string, string> = {}
  const why: string[] = []
  let marked = false
  for (const { name, field, index } of columns) {
    const raw = cells[index] ?? null
    const reading = readField(raw, field)
    const note = reading.ok ? repairNote(raw, reading.value, field) : reading.why
    values[name] = reading.ok ? reading.value : clip(cleanText(raw), shownLength) || null
    if (!reading.ok) why.push(reading.why)
    if (note === null) continue
    notes[name] = note
    marked = true
  }
  const bad = why.length > 0
  return {
    row,
    verdict: bad ? 'bad' : marked ? 'repaired' : 'new',
    values,
    notes: marked ? notes : null,
    reason: bad ? why.join('; ') : null,
    key: key && !bad ? JSON.stringify(key.map((name) => values[name])) : null,
  }
}

/** 'Trùng SĐT và gói với dòng ' before the number of the row that is saved. */
export function duplicateOf({ columns, key = [] }: SheetPlan): string {
  const labels = key.map((name) => {
    const field = columns.find((column) => column.name === name)?.field
    if (field?.kind === 'phone') return 'SĐT'
    return field?.label.toLowerCase().replace('gói cước', 'gói') ?? name
  })
  return `Trùng ${labels.join(' và ')} với dòng `
}
