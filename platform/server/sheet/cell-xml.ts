/** Writes one cell: texts always as texts, numbers and dates as such (D1-Q-156, threats F5). */
import { readDate, readInstant } from '#kit/contract/dates.ts'
import { limits } from './limits.ts'
import { styles } from './workbook-parts.ts'

/** 'instant' is shown in Vietnamese time; 'number' takes numbers and PostgreSQL's text form of them. */
export type ColumnType = 'text' | 'number' | 'date' | 'instant'

const special = /[&<>\p{Cc}\ufffe\uffff]|_x[0-9a-f]{4}_/iu
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const hex = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

/** Characters forbidden in XML are written as Excel does, _xHHHH_, and texts that look like that are escaped. */
function escapeText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, (char) => `_x${hex(char)}_`)
    .replace(/[&<>]/g, (char) => markup[char] ?? char)
}

/** Text that a spreadsheet, or a converter to CSV, might take for a formula. */
const formulaLike = /^[=+\-@\t\r\n\0＝＋－＠]/

function textCell(ref: string, value: string, style: number): string {
  const text = value.slice(0, limits.cellText)
  const textStyle = formulaLike.test(text) ? styles.quoted : style
  const attrs = textStyle === styles.plain ? '' : ` s="${textStyle}"`
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${ref}"${attrs} t="inlineStr"><is><t${space}>${escapeText(text)}</t></is></c>`
}

const numberCell = (ref: string, value: number, style: number): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

/** Days since the calendar's start; before March 1900 Excel counts a day that did not exist. */
function serialOf(iso: string): number | null {
  const serial = Date.parse(iso) / 86_400_000 + 25_569
  return serial >= 61 ? serial : null
}

function dateSerial(value: unknown): number | null {
  const day = readDate(value)
  return day === null ? null : serialOf(day)
}

/** To the second, as on the screen: a spreadsheet would round 23:59:59.6 into the next day. */
function instantSerial(value: unknown): number | null {
  const instant = readInstant(value instanceof Date ? value.toISOString() : value)
  const serial = instant === null ? null : serialOf(instant.replace(/\.\d+/, ''))
  return serial === null ? null : serial + 7 / 24
}

/** Numbers with more than the 15 digits that a spreadsheet keeps stay text. */
function exactNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d+)?$/.test(value)) return null
  return value.replace(/\D/g, '').length <= 15 ? Number(value) : null
}

/** XML of a cell, '' for an empty one. A value that does not fit its column's type is written as text. */
export function cellXml(ref: string, value: unknown, type: ColumnType): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (type === 'number') {
    const number = exactNumber(value)
    if (number !== null)
      return numberCell(ref, number, Number.isInteger(number) ? styles.whole : styles.decimal)
  }
  if (type === 'date' || type === 'instant') {
    const serial = type === 'date' ? dateSerial(value) : instantSerial(value)
    if (serial !== null) return numberCell(ref, serial, styles[type])
  }
  return textCell(ref, value instanceof Date ? value.toISOString() : String(value), styles.plain)
}

export const headerXml = (ref: string, text: string): string => textCell(ref, text, styles.header)
