/** Reading, rounding and showing amounts in whole đồng, quantities and percentages (D1-Q-162, D2-FMT-01). */
import { cleanText } from './text.ts'

/** Largest typed or imported amount in đồng: above every price, so that one zero too many is refused. */
export const mostMoney = 1_000_000_000

/** Largest amount in đồng if no lower limit is given; thousands of them still add up exactly. */
export const mostAmount = 1_000_000_000_000

const currency = /(?:đồng|vnđ|vnd|đ|₫)/iu
const grouped = /^[1-9]\d{0,2}(?:([,. ])\d{3})(?:\1\d{3})*$/

/** Computed cells have noise such as 27000.000000004; anything larger is a real fraction. */
const noise = 1e-6

function plainText(raw: string): string {
  return cleanText(raw.normalize('NFKC'))
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\s+/g, ' ')
}

/** A number from unsigned digits or groups of three, else null. */
function readDigits(text: string): number | null {
  if (!/^\d+$/.test(text) && !grouped.test(text)) return null
  const value = Number(text.replace(/[,. ]/g, ''))
  return Number.isSafeInteger(value) ? value : null
}

function splitSign(text: string): { sign: 1 | -1; rest: string } {
  if (!/^[+-]/.test(text)) return { sign: 1, rest: text }
  return { sign: text.startsWith('-') ? -1 : 1, rest: text.slice(1).trimStart() }
}

/** -0 becomes 0. */
const signed = (sign: 1 | -1, value: number): number => (value === 0 ? 0 : sign * value)

/** Without the '.00' or ',00' that banks and programs append to an amount, if its groups use another separator (D3-FILE-08). */
const withoutZeros = (text: string): string => {
  const [, whole = text, point = ''] = /^(.*\d)([,.])0{1,2}$/.exec(text) ?? []
  return point !== '' && whole.includes(point) ? text : whole
}

/**
 * An amount in whole đồng, possibly negative, or null if it is invalid. Text may have `,` `.` or a space between groups
 * of three digits, decimals of zeros, and đ, ₫ or VND before or after; fractions such as 1250,50 are refused.
 */
export function readMoney(raw: unknown): number | null {
  if (typeof raw === 'number') return readNumber(raw, 0)
  if (typeof raw !== 'string') return null
  const { sign, rest } = splitSign(plainText(raw))
  const bare = rest.replace(new RegExp(`^${currency.source} ?| ?${currency.source}$`, 'iu'), '')
  const value = readDigits(withoutZeros(bare))
  return value === null ? null : signed(sign, value)
}

/**
 * A number with at most `decimals` decimals (`,` or `.`), or null. Groups of three are grouping, so with 3 or more
 * decimals a text such as 1.234 is ambiguous and refused.
 */
export function readNumber(raw: unknown, decimals: number): number | null {
  if (typeof raw === 'number') {
    const scaled = raw * 10 ** decimals
    const whole = Math.round(scaled)
    if (!Number.isSafeInteger(whole) || Math.abs(scaled - whole) > noise) return null
    return signed(1, whole / 10 ** decimals)
  }
  if (typeof raw !== 'string') return null
  const { sign, rest } = splitSign(plainText(raw))
  const whole = readDigits(rest)
  if (whole !== null) return decimals > 2 && grouped.test(rest) ? null : signed(sign, whole)
  const [, head = '', point = '', tail = ''] = /^(.*\d)([,.])(\d+)$/.exec(rest) ?? []
  const value = head.includes(point) || tail.length > decimals ? null : readDigits(head)
  return value === null ? null : signed(sign, Number(`${value}.${tail}`))
}

/** Why a value is not a number with that many decimals. */
export const noNumber = (raw: unknown, decimals: number): string =>
  decimals === 0
    ? 'không phải số nguyên'
    : isTooFine(raw)
      ? `có quá ${decimals} chữ số thập phân`
      : 'không phải số'

const isTooFine = (raw: unknown): boolean =>
  typeof raw === 'number'
    ? Number.isFinite(raw) && !Number.isInteger(raw)
    : typeof raw === 'string' && /^[+-]?\d+[.,]\d+(?: ?%)?$/.test(plainText(raw))

/** A percentage as its number: 35, '35', '35%' and '12,5 %' give 35, 35, 35 and 12.5; two decimals at most. */
export function readPercent(raw: unknown): number | null {
  if (typeof raw !== 'string') return readNumber(raw, 2)
  const text = plainText(raw).replace(/ ?%$/, '')
  return /^[+-]?\d{1,4}(?:[,.]\d{1,2})?$/.test(text) ? readNumber(text, 2) : null
}

/**
 * The nearest whole number, halves up like `vnd` of the database (D2-Q-63): 2.5 is 3, -2.5 is -2. Floating-point noise,
 * as in 1.005 × 100, does not change a half.
 */
export function roundHalfUp(value: number): number {
  const size = Math.abs(value)
  if (Number.isInteger(size) || !Number.isFinite(size)) return value
  return signed(1, Math.floor(value + 0.5 + Math.min(size * Number.EPSILON * 4, 1e-3)))
}

/** `over / under` to the nearest whole number, halves up, exact for any size; `under` above 0. */
export function divideHalfUp(over: bigint, under: bigint): number {
  const [top, bottom] = [2n * over + under, 2n * under]
  return Number(top / bottom - (top % bottom < 0n ? 1n : 0n))
}

/** 1234567 as '1,234,567', rounded to whole đồng, with U+2212 as minus; '' for NaN. */
export function formatMoney(amount: number): string {
  if (!Number.isFinite(amount)) return ''
  const whole = roundHalfUp(amount)
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',')
  return whole < 0 ? `−${digits}` : digits
}
