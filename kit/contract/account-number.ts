/** Bank account numbers as they are typed, sent, or found in a spreadsheet cell (D3-ACC-04, D3-FILE-07). */
import { cleanText } from './text.ts'

const accountTexts = {
  number: 'phải có 6 đến 19 chữ số hoặc chữ không dấu',
  masked: 'đã che một phần, cần nhập đủ số',
  negative: 'không được âm',
  fraction: 'có phần lẻ, cần ghi liền các chữ số',
} as const

/** A number that another program exported as a decimal. */
const decimalTail = /^(\d+)[.,]0{1,2}$/

/** A single point or comma may be a decimal separator; several of them, or one mixed with other separators, group digits. */
function hasFraction(text: string): boolean {
  if (text.includes(',')) return true
  const points = text.split('.').length - 1
  if (points !== 1) return false
  const [, tail = ''] = text.split('.')
  return !/[\s-]/.test(text) || tail.length < 3
}

export type AccountReading = { ok: true; value: string } | { ok: false; reason: string }

/**
 * An account number without spaces, dots and dashes between its digits, or the reason it is refused. Digits after a
 * decimal point are never joined to it: '19034567890.0' is 19034567890, '12345.5' is refused.
 */
export function readAccountNumber(raw: unknown): AccountReading {
  const text = cleanText(raw)
    .normalize('NFKC')
    .replace(/\p{Pd}|\u2212/gu, '-')
  if (text.includes('*')) return { ok: false, reason: accountTexts.masked }
  if (text.startsWith('-')) return { ok: false, reason: accountTexts.negative }
  const whole = decimalTail.exec(text.replace(/\s/g, ''))?.[1] ?? text
  if (hasFraction(whole)) return { ok: false, reason: accountTexts.fraction }
  const value = whole.replace(/[\s.-]/g, '').toUpperCase()
  return /^[0-9A-Z]{6,19}$/.test(value) ? { ok: true, value } : { ok: false, reason: accountTexts.number }
}
