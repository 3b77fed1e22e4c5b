/** Search for numbers by pattern, type, price or birthday (D3-SIM-02). */
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { choiceValues } from '#kit/contract/choices.ts'
import { readField } from '#kit/contract/kinds.ts'
import { readDate } from '#kit/contract/dates.ts'
import { readMoney } from '#kit/contract/money.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { exact, ident, searched, type Condition, type OwnSearch } from '#kit/server/kinds.ts'

const refused = (field: string, msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** Upper bound of texts that start with these digits, in byte order. */
const after = (digits: string): string =>
  digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1)

/** Numbers that end in these digits, by the index of reversed numbers. */
function endsIn(digits: string): Sql {
  const reversed = [...digits].reverse().join('')
  return sql`(reverse(so_dien_thoai) ~>=~ ${reversed} AND reverse(so_dien_thoai) ~<~ ${after(reversed)})`
}

/** With this many digits the few matches are found first; otherwise the planner walks the stock in list order. */
const rare = 4

/** The condition, with its matches looked up first when there are few. */
const foundFirst = (where: Sql, digits: number): Condition =>
  searched(
    digits < rare ? where : sql`id = ANY (ARRAY(SELECT id FROM simso WHERE deleted_at IS NULL AND ${where}))`,
  )

const patternWords = 'Số cần tìm chỉ gồm chữ số, * (nhiều chữ số bất kỳ) và ? (một chữ số bất kỳ)'

/**
 * A number by pattern: `?` is one digit, `*` any digits; with `*` the whole number must match, otherwise any part. Dots
 * and blanks are ignored; a complete number in any spelling is that number. VALIDATION for fewer than four digits, unless
 * three stand together or two are the ending (`*68`).
 */
function bySight(text: string, field = 'so_dien_thoai'): Condition {
  const whole = readPhone(text)
  if (whole) return exact(sql`so_dien_thoai = ${`0${whole}`}`)
  const look = text.normalize('NFKC').replace(/[\s.\p{Pd}]/gu, '').replace(/\*+/g, '*') // prettier-ignore
  if (!/^[\d*?]+$/.test(look)) throw refused(field, patternWords)
  if (look.replaceAll('*', '').length > 10) return exact(sql`false`)
  const digits = look.replace(/\D/g, '').length
  const run = /\d{3}/.test(look)
  // An ending of two digits is one walk of the index of reversed numbers.
  if (/^\*\d{2}$/.test(look)) return searched(endsIn(look.slice(1)))
  if (digits < rare && !run) throw refused(field, 'Nhập thêm số')
  const pattern = look.replaceAll('*', '%').replaceAll('?', '_')
  const [tail = ''] = /\d*$/.exec(look) ?? []
  // Three adjacent digits use the index of digits; without them it would read each row of the table, whereas the index
  // by number has them side by side.
  const number = run ? sql`so_dien_thoai` : sql`so_dien_thoai || ''`
  if (!look.includes('*')) return foundFirst(sql`${number} LIKE ${`%${pattern}%`}`, digits)
  const like = sql`${number} LIKE ${pattern}`
  return foundFirst(tail === '' ? like : sql`${endsIn(tail)} AND ${like}`, digits)
}

/** Numbers of one of the types, comma-separated. */
function ofTypes(value: unknown): Condition {
  const parsed = readField(value, simso.fields.types)
  if (!parsed.ok) throw refused('loai_sim', parsed.reason)
  return searched(sql`types_list && ${choiceValues(parsed.value)}::text[]`)
}

/** Numbers without these digits, ignoring the leading 0. */
function without(text: string): Condition {
  const digits = new Set(text.replace(/[\s,;.]/g, ''))
  if ([...digits].some((digit) => !/^[0-9]$/.test(digit))) throw refused('bo_so', 'Chữ số cần bỏ phải là 0–9')
  const zero = digits.delete('0') ? sql`AND so_dien_thoai NOT LIKE '0%0%'` : sql``
  const mask = [...digits].reduce((sum, digit) => sum + 2 ** Number(digit), 0)
  // All sets without these digits: the planner has statistics about them.
  const sets = Array.from({ length: 1024 }, (_, set) => set).filter((set) => (set & mask) === 0)
  return searched(sql`chu_so = ANY (${sets}::int[]) ${zero}`)
}

const longBirthday = /^(\d{2})(\d{2})(?:19|20)?(\d{2})$/

/** Numbers ending in a birthday as DDMMYY; a complete date also as DDMMYYYY. */
function bornOn(text: string): Condition {
  const digits = text.normalize('NFKC').replace(/[\s./-]/g, '')
  const [, day, month, year] = longBirthday.exec(digits) ?? []
  if (day === undefined) throw refused('ngay_sinh', 'Ngày sinh viết DDMMYY hoặc DDMMYYYY')
  const years = digits.length === 8 ? [digits.slice(4)] : [`19${year}`, `20${year}`]
  if (!years.some((one) => readDate(`${day}/${month}/${one}`)))
    throw refused('ngay_sinh', `Ngày sinh ${day}/${month}/${digits.slice(4)} không có trong lịch`)
  const short = endsIn(`${day}${month}${year}`)
  return foundFirst(digits.length === 8 ? sql`(${short} OR ${endsIn(digits)})` : short, digits.length)
}

/** Condition of `gia_tu` and `gia_den` on the reader's price column, in đồng. */
function priced(column: string, text: string, field: 'gia_tu' | 'gia_den'): Condition {
  const amount = readMoney(text)
  if (amount === null || !Number.isSafeInteger(amount))
    throw refused(field, `${simso.filter[field].label} không phải số tiền`)
  const price = ident(column)
  return searched(field === 'gia_tu' ? sql`${price} >= ${amount}` : sql`${price} <= ${amount}`)
}

/** Filters of the stock by parameter; prices are compared with `column`. */
export const searchesBy = (column: (actor: Actor) => string): Readonly<Record<string, OwnSearch>> => ({
  so_dien_thoai: (text) => bySight(text),
  ten_goi_cuoc: (text) => bySight(text, 'ten_goi_cuoc'),
  loai_sim: (text) => ofTypes(text),
  bo_so: (text) => without(text),
  ngay_sinh: (text) => bornOn(text),
  gia_tu: (text, actor) => priced(column(actor), text, 'gia_tu'),
  gia_den: (text, actor) => priced(column(actor), text, 'gia_den'),
})
