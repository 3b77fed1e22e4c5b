/** Pay settings with several values: amounts by person, tiers, days. Typed one per line, or sent as JSON. */
import { cleanText, foldText } from '#kit/contract/text.ts'
import { fromFilterDate, readDate, toFilterDate } from '#kit/contract/dates.ts'
import { formatMoney, mostMoney, readMoney, readNumber } from '#kit/contract/money.ts'

/** Daily revenue of at least `tu` đồng earns `phanTram` % (D2-CFG-19). */
export type Tier = { tu: number; phanTram: number }
export type Amounts = Readonly<Record<string, number>>

/** A parsed value, or the reason why it is invalid. */
type Reading<T> = { ok: true; value: T } | { ok: false; reason: string }
const no = (reason: string): { ok: false; reason: string } => ({ ok: false, reason })

const most = 2_000
const mostTiers = 50

/** The parsed JSON of a text, or the text itself. */
function parsed(raw: unknown): unknown {
  if (typeof raw !== 'string' || !/^\s*[[{]/.test(raw)) return raw
  try {
    return JSON.parse(raw) as unknown
  } catch {
    return raw
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => cleanText(line))
    .filter((line) => line !== '')

/** Splits 'sale111: 6,000,000' into ['sale111', '6,000,000']; undefined without a colon. */
function pairOf(line: string): [string, string] | undefined {
  const index = line.lastIndexOf(':')
  return index < 0 ? undefined : [cleanText(line.slice(0, index)), cleanText(line.slice(index + 1))]
}

/** Username → amount in đồng: an object, or lines 'username: số tiền'. */
export function readAmounts(raw: unknown): Reading<Amounts> {
  const value = parsed(raw)
  const pairs =
    typeof value === 'string'
      ? linesOf(value).map((line) => pairOf(line) ?? ([line, ''] as const))
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : null
  if (!pairs || pairs.length > most) return no('phải là danh sách tài khoản và số tiền')
  const amounts = new Map<string, number>()
  for (const [name, amount] of pairs) {
    const money = readMoney(amount)
    if (name === '' || money === null || money < 0) return no(`dòng '${name}' phải viết 'tài khoản: số tiền'`)
    if (money > mostMoney) return no(`của '${name}' lớn hơn ${formatMoney(mostMoney)} đồng`)
    if (amounts.has(name)) return no(`có '${name}' hai lần`)
    amounts.set(name, money)
  }
  return { ok: true, value: Object.fromEntries(amounts) }
}

function tierOf(part: unknown): Tier | null {
  const [tu, phanTram]: unknown[] =
    typeof part === 'string'
      ? (pairOf(part) ?? [])
      : typeof part === 'object' && part !== null && 'tu' in part && 'phanTram' in part
        ? [part.tu, part.phanTram]
        : []
  const from = readMoney(tu)
  const percent = readNumber(typeof phanTram === 'string' ? phanTram.replace(/ ?%$/, '') : phanTram, 1)
  if (from === null || percent === null || from < 0 || percent < 0) return null
  return { tu: from, phanTram: percent }
}

/** Tiers in ascending order: a list of `{tu, phanTram}`, or lines 'từ: phần trăm'. */
export function readTiers(raw: unknown): Reading<readonly Tier[]> {
  const value = parsed(raw)
  const parts =
    typeof value === 'string' ? linesOf(value) : Array.isArray(value) ? (value as unknown[]) : null
  if (!parts || parts.length === 0) return no('cần ít nhất một bậc')
  if (parts.length > mostTiers) return no(`nhiều hơn ${mostTiers} bậc`)
  const tiers: Tier[] = []
  for (const part of parts) {
    const tier = tierOf(part)
    if (!tier)
      return no(
        `bậc '${cleanText(typeof part === 'string' ? part : JSON.stringify(part))}' phải viết 'từ: phần trăm'`,
      )
    if (tier.phanTram > 100) return no(`bậc từ ${formatMoney(tier.tu)} quá 100%`)
    if (tiers.some(({ tu }) => tu === tier.tu)) return no(`có hai bậc từ ${formatMoney(tier.tu)}`)
    tiers.push(tier)
  }
  return { ok: true, value: tiers.toSorted((a, b) => a.tu - b.tu) }
}

/** Days of the week, Monday first. */
const weekdays = ['Thứ hai', 'Thứ ba', 'Thứ tư', 'Thứ năm', 'Thứ sáu', 'Thứ bảy', 'Chủ nhật'] as const

/** Accepted spellings of a day, without diacritics: 'Chủ nhật' as 'chu nhat' or 'cn', 'Thứ hai' as 'thu hai', 'thu 2' or 't2'. */
const writtenAs = (day: string, index: number): string[] =>
  day === 'Chủ nhật' ? [foldText(day), 'cn'] : [foldText(day), `thu ${index + 2}`, `t${index + 2}`]

const weekdayOf = (text: unknown): string | undefined =>
  typeof text === 'string'
    ? weekdays.find((day, index) =>
        writtenAs(day, index).includes(foldText(cleanText(text)).replace(/\s+/g, ' ')),
      )
    : undefined

/** Dates as DD/MM/YYYY in ascending order, after the days of the week if allowed: a list, or lines. */
export function readDays(raw: unknown, withWeekdays = false): Reading<readonly string[]> {
  const value = parsed(raw)
  const parts = typeof value === 'string' ? linesOf(value.replaceAll(',', '\n')) : value
  if (!Array.isArray(parts) || parts.length > most) return no('phải là danh sách ngày DD/MM/YYYY')
  const days = new Set<string>()
  const ofWeek = new Set<string>()
  for (const part of parts as unknown[]) {
    const weekday = withWeekdays ? weekdayOf(part) : undefined
    if (weekday !== undefined) {
      ofWeek.add(weekday)
      continue
    }
    const day = typeof part === 'string' ? fromFilterDate(part.trim()) : null
    if (day === null) return no(`ngày '${cleanText(part)}' không có trong lịch, viết DD/MM/YYYY`)
    days.add(day)
  }
  const named = weekdays.filter((day) => ofWeek.has(day))
  return { ok: true, value: [...named, ...[...days].toSorted().map(toFilterDate)] }
}

export const payLines = {
  amounts: (value: Amounts): string[] =>
    Object.entries(value).map(([name, amount]) => `${name}: ${formatMoney(amount)}`),
  tiers: (value: readonly Tier[]): string[] =>
    value.map(({ tu, phanTram }) => `${formatMoney(tu)}: ${phanTram}%`),
  days: (value: readonly string[]): string[] =>
    value.map((day) => (weekdayOf(day) ? day : toFilterDate(readDate(day) ?? ''))),
} as const
