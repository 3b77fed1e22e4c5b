/** What spreadsheets make of texts that are typed into them (D3-FILE-07). */
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

/** 'MAR1' and '3-1' as Excel shows them once it took them for a day. */
const shortDay = /^\d{1,2}-(?:thg ?\d{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?$/i
const power = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i

/**
 * Why a value is not what was typed into its cell, or null. Of a `name` a date or a power of ten is not, also one that a
 * CSV has as its text: 'MAR1' becomes a day, '3E90' a power.
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

/** The text that ="…" stands for, which programs write so that a spreadsheet keeps zeros in front; other texts as they are. */
export function plainOfFormula(text: string): string {
  if (!text.includes('="')) return text
  const [, inner] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('""', '"')
}
