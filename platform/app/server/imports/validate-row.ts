/** Validates one row of a spreadsheet: values of its cells, repairs, and errors. */
import { createHash } from 'node:crypto'
import type { Verdict } from '#platform/contract/calls/imports.ts'
import type { Field } from '#kit/contract/field.ts'
import { isSheetError, readField, showField, type Value } from '#kit/contract/kinds.ts'
import { bareSim } from '#kit/contract/phone.ts'
import { cleanText, packageKey } from '#kit/contract/text.ts'
import type { Values } from '#kit/server/write.ts'
import type { CellValue, SheetRow } from '#platform/server/sheet/sheet-row.ts'
import type { CellReading, SheetColumn, SheetPlan } from './sheet-plan.ts'
import { formatDate, readDate, todayVn } from '#kit/contract/dates.ts'
import type { SheetTarget } from '#kit/contract/resource.ts'

const plainIsoDay = /^\d{4}-\d\d-\d\d$/

const dayOf = (values: Values, name: string): string | null => {
  const value = values[name]
  // A value of a date column is one already.
  return typeof value === 'string' && plainIsoDay.test(value) ? value : readDate(value)
}

/**
 * Notes by field on a valid but unlikely row: dates in the wrong order or in the future (D3-FILE-08). Null for none;
 * such a row is saved after the preview has shown the notes.
 */
function rowDoubts({ sheet, fields }: SheetTarget, values: Values): Record<string, string> | null {
  const notes: Record<string, string> = {}
  const label = (name: string): string => fields[name]?.label ?? name
  for (const [first, last] of sheet.inOrder ?? []) {
    const [from, to] = [dayOf(values, first), dayOf(values, last)]
    if (from !== null && to !== null && to < from)
      notes[last] = `${label(last)} ${formatDate(to)} trước ${label(first).toLowerCase()} ${formatDate(from)}`
  }
  for (const name of sheet.notAhead ?? []) {
    const day = dayOf(values, name)
    if (day !== null && day > todayVn()) notes[name] = `${label(name)} ${formatDate(day)} chưa tới`
  }
  return Object.keys(notes).length > 0 ? notes : null
}

export type ValidatedRow = {
  row: number
  verdict: Exclude<Verdict, 'blank'>
  values: Values
  notes: Record<string, string> | null
  reason: string | null
  /** Equal for rows of the same record; null if there is no key, or it is invalid. */
  key: string | null
}

/** Longest part of a cell quoted in a note, in characters. */
const noteLength = 60
/** Longest part of an invalid cell shown in the preview. */
const shownLength = 500

const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`
const dayMs = 86_400_000
/** Dates in the usual spelling; other forms, times and serial numbers are reported as repaired. */
const plainDay = /^\d{1,2}([/-])\d{1,2}\1\d{4}$|^\d{4}-\d{2}-\d{2}$/

const alphanumeric = (text: string): string => text.replace(/[^\dA-Za-z]/g, '').toUpperCase()

/** Whether the value differs from the cell's text: only then users need to check it. */
function isRepaired(raw: CellValue, cellText: string, value: Value, field: Field): boolean {
  switch (field.kind) {
    case 'phone':
      return !cellText.replace(/\D/g, '').endsWith(String(value))
    case 'date':
      return raw instanceof Date ? raw.getTime() % dayMs !== 0 : !plainDay.test(cellText)
    case 'instant':
      return typeof raw === 'number'
    case 'money':
    case 'number':
      return typeof raw !== 'number' && Number(cellText.replaceAll(',', '')) !== value
    case 'text':
      return field.account === true && alphanumeric(cellText) !== value
    default:
      return false
  }
}

/** Kind of a non-text cell in a text column, which the spreadsheet may have autocorrected (D3-FILE-07). */
function foreignCell(raw: CellValue, { kind, anyCell }: Field): string | null {
  if (typeof raw === 'string' || anyCell || !['text', 'note', 'staff'].includes(kind)) return null
  if (typeof raw === 'number') return 'ô số'
  return raw instanceof Date ? 'ô ngày' : 'ô đúng/sai'
}

/** 'SĐT: 01681234567 → 0381234567', 'Gói: đọc từ ô số 90', or null if the cell shows the value. Contains no secrets. */
function repairNote(raw: CellValue, value: Value, field: Field): string | null {
  if (raw === null || value === null) return null
  const cellText = cleanText(raw)
  const label = field.short ?? field.label
  const foreign = foreignCell(raw, field)
  if (foreign !== null) {
    const valueText = field.verbatim ? '' : ` ${clip(showField(value, field), noteLength)}`
    return `${label}: đọc từ ${foreign}${valueText}${typeof raw === 'number' ? ', xem lại số 0 đầu' : ''}`
  }
  if (cellText === '' || !isRepaired(raw, cellText, value, field)) return null
  const shownValue = clip(showField(value, field), noteLength)
  return field.kind === 'money' || field.kind === 'number'
    ? `${label}: chữ “${clip(cellText, noteLength)}” → số ${shownValue}`
    : `${label}: ${clip(cellText, noteLength)} → ${shownValue}`
}

/** Equal for rows with the same values. */
export const digest = (values: Values): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64')

/** Key value for comparison: dots in numbers for sale and the case of usernames are ignored. */
const comparable = ({ columns }: SheetPlan, name: string, values: Values) => {
  const value = values[name]
  if (name === 'username' && typeof value === 'string') return value.toLowerCase()
  const field = columns.find((column) => column.name === name)?.field
  if (field?.code) return packageKey(String(value))
  return field?.kind === 'sim' && typeof value === 'string' ? bareSim(value) : value
}

/** As `readField`; an error cell is invalid even in a verbatim column, although a call may send such a text. */
function readCell(cell: CellValue, field: Field): CellReading {
  // A spreadsheet shows TRUE where a call would send true: use the shown text.
  const raw = typeof cell === 'boolean' && field.kind !== 'flag' ? cleanText(cell) : cell
  const { verbatim, ...cleaned } = field
  const reading = readField(raw, verbatim && typeof raw === 'string' && isSheetError(raw) ? cleaned : field)
  return { ...reading, note: reading.ok ? repairNote(cell, reading.value, field) : reading.reason }
}

/** Most readings kept per column, of cells up to this length: less than a MB per file. */
const mostKnown = 1_000
const longestKnown = 100

function readAgain(cell: CellValue, { field, cache }: SheetColumn): CellReading {
  if (cell instanceof Date || (typeof cell === 'string' && cell.length > longestKnown))
    return readCell(cell, field)
  const before = cache.get(cell)
  if (before) return before
  const reading = readCell(cell, field)
  if (cache.size === mostKnown) cache.clear()
  cache.set(cell, reading)
  return reading
}

/** The verdict on a row by itself; duplicates are found by the caller. */
export function validateRow({ row, cells }: SheetRow, plan: SheetPlan): ValidatedRow {
  const { columns, key } = plan
  const values: Values = {}
  const notes: Record<string, string> = {}
  const reasons: string[] = []
  let marked = false
  let keyed = key !== undefined
  for (const column of columns) {
    const { name, index } = column
    const cell = cells[index] ?? null
    const reading = readAgain(cell, column)
    const { note } = reading
    values[name] = reading.ok ? reading.value : clip(cleanText(cell), shownLength) || null
    if (!reading.ok) {
      reasons.push(reading.reason)
      if (key?.includes(name)) keyed = false
    }
    if (note === null) continue
    notes[name] = note
    marked = true
  }
  const bad = reasons.length > 0
  const doubts = bad ? null : rowDoubts(plan.target, values)
  return {
    row,
    verdict: bad ? 'bad' : doubts ? 'odd' : marked ? 'repaired' : 'new',
    values,
    notes: marked || doubts ? { ...notes, ...doubts } : null,
    reason: bad ? reasons.join('; ') : null,
    key: keyed ? JSON.stringify(key?.map((name) => comparable(plan, name, values))) : null,
  }
}

/** 'Trùng SĐT và gói với dòng ', before the number of the saved row. */
export function duplicateOf({ columns, key = [] }: SheetPlan): string {
  const labels = key.map((name) => {
    const field = columns.find((column) => column.name === name)?.field
    if (field?.kind === 'phone' || field?.kind === 'sim') return 'SĐT'
    return field?.label.toLowerCase().replace('gói cước', 'gói') ?? name
  })
  return `Trùng ${labels.join(' và ')} với dòng `
}
