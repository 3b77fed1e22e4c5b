/** Detects texts that a spreadsheet program has autocorrected (D3-FILE-07). */
import { readDate } from './dates.ts'
import { cleanText } from './text.ts'

const again = 'hãy nhập lại trong ô kiểu Text'
const sheetTexts = {
  lost: `là số quá 15 chữ số nên đã mất các số cuối, ${again}`,
  date: `là ngày, bảng tính có thể đã đổi từ chữ khác, ${again}`,
  power: `là số mũ, bảng tính có thể đã đổi từ chữ khác, ${again}`,
} as const

/** Spreadsheets keep 15 digits of a number, and write larger and very small ones as powers of ten. */
const isLost = (number: number): boolean => Math.abs(number) >= 1e15 || String(number).includes('e')

/** 'MAR1' and '3-1' as Excel shows them after converting them to a date. */
const shortDay = /^\d{1,2}-(?:thg ?\d{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?$/i
const power = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i

/**
 * The reason a value is not what was typed into its cell, or null. In a `name`, dates and powers of ten are refused,
 * also as text in a CSV: 'MAR1' becomes a date, '3E90' a power.
 */
export function changedBySheet(raw: unknown, name: boolean): string | null {
  if (typeof raw === 'number' && isLost(raw)) return name ? sheetTexts.power : sheetTexts.lost
  if (!name) return null
  if (raw instanceof Date) return sheetTexts.date
  if (typeof raw !== 'string') return null
  const text = cleanText(raw)
  if (power.test(text)) return sheetTexts.power
  return shortDay.test(text) || readDate(text) !== null ? sheetTexts.date : null
}

/** The text inside ="…", which programs write to keep leading zeros; other texts are returned unchanged. */
export function plainOfFormula(text: string): string {
  if (!text.includes('="')) return text
  const [, inner] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('""', '"')
}
