/** How each kind reads typed, uploaded and sent values, and shows them. Pure; shared by server and web. */
import { readAccountNumber } from './account-number.ts'
import { choiceValues, readChoices } from './choices.ts'
import {
  formatDate,
  formatInstant,
  present,
  readDate,
  readEntryDate,
  readInstant,
  readTime,
  todayVn,
} from './dates.ts'
import { formatMoney, mostAmount, noNumber, readMoney, readNumber, readPercent } from './money.ts'
import { isMaskedPhone, nationalDigits, readPhone, readSim, showPhone } from './phone.ts'
import { changedBySheet, plainOfFormula } from './sheet-texts.ts'
import { cleanText, notEntered } from './text.ts'
import { spelled, type Field, type Kind } from './field.ts'
import { isObject, isPlain } from './is-object.ts'

export type Value = string | number | null
/** A parsed value, or the Vietnamese reason why it is invalid. */
export type Reading = { ok: true; value: Value } | { ok: false; reason: string }

type KindOf = {
  read: (raw: unknown, field: Field) => Reading
  show: (value: unknown, field: Field) => string
}

const ok = (value: Value): Reading => ({ ok: true, value })
const no = (reason: string): Reading => ({ ok: false, reason })
const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const spreadsheetErrors = new RegExp(
  '^(?:#(?:N/A|NAME\\?|GETTING_DATA|(?:REF|VALUE|DIV/0|NUM|NULL|SPILL|CALC|FIELD|BUSY|BLOCKED|CONNECT|UNKNOWN|EXTERNAL|PYTHON|' +
    'TIMEOUT|ERROR)!)|Err:5\\d\\d)$',
)

/** Whether a text is an error code that a spreadsheet shows in place of a value. */
export const isSheetError = (text: string): boolean => spreadsheetErrors.test(text)

/** Whether the field holds a name or key, so that a date or a power of ten in its cell is an autocorrection of the spreadsheet. */
export const isName = ({ kind, name, code, suggest }: Field): boolean =>
  kind === 'staff' || name === true || code === true || suggest !== undefined

function readText(raw: unknown, field: Field): Reading {
  const { anyCell, verbatim } = field
  const changed = anyCell ? null : changedBySheet(raw, verbatim ? typeof raw !== 'string' : isName(field))
  if (changed !== null) return no(changed)
  if (field.account) return readAccountNumber(raw)
  if (field.verbatim) return readVerbatim(plain(raw), field)
  const phone = field.phoneLike ? readPhone(raw) : null
  if (phone) return ok(showPhone(phone))
  const text = field.upper ? cleanText(raw).toUpperCase() : cleanText(raw)
  const max = field.max ?? 500
  return text.length > max ? no(`dài ${text.length} ký tự, tối đa ${max}`) : ok(text)
}

function readVerbatim(text: string, { max = 500 }: Field): Reading {
  return text.length > max ? no(`dài ${text.length} ký tự, tối đa ${max}`) : ok(text)
}

/** Cached formatters: `toLocaleString` creates one per cell, which was half the time of reading a file. */
const formatters = new Map<number, Intl.NumberFormat>()

function numberText(value: number, decimals: number): string {
  let formatter = formatters.get(decimals)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals })
    formatters.set(decimals, formatter)
  }
  return formatter.format(value)
}

/** Earliest accepted instant. */
const firstMoment = '2015-01-01T00:00:00.000Z'
const clockError = 60_000

/** Why a value is not a phone number. */
function noPhone(raw: unknown): Reading {
  if (isMaskedPhone(plain(raw))) return no('đang bị che, cần nhập đủ số')
  return nationalDigits(plain(raw)) < 9
    ? no('không hợp lệ, cần đủ 9 chữ số sau số 0')
    : no('không hợp lệ, ô chỉ được có một số di động')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const kinds: Record<Kind, KindOf> = {
  id: {
    read: (raw) => (typeof raw === 'string' && uuid.test(raw) ? ok(raw.toLowerCase()) : no('không hợp lệ')),
    show: plain,
  },
  phone: {
    read: (raw) => {
      const phone = readPhone(raw)
      return phone ? ok(phone) : noPhone(raw)
    },
    show: (value) => (value ? showPhone(String(value)) : ''),
  },
  sim: {
    read: (raw) => {
      const sim = readSim(raw)
      return sim ? ok(sim) : noPhone(raw)
    },
    show: plain,
  },
  text: { read: readText, show: plain },
  note: { read: readText, show: plain },
  staff: {
    read: readText,
    show: (value, field) => field.options?.find((o) => o.value === value)?.label ?? plain(value),
  },
  money: {
    read: (raw, { min = 0, max = mostAmount }) => {
      const amount = readMoney(raw)
      if (amount === null) return no('không phải số tiền')
      if (amount < min)
        return no(
          min >= 0 && amount < 0 ? 'không được âm' : `nhỏ hơn ${formatMoney(min)} đ, là mức tối thiểu`,
        )
      return amount > max ? no(`lớn hơn ${formatMoney(max)} đ, là mức tối đa`) : ok(amount)
    },
    show: (value, { blankZero }) =>
      typeof value === 'number' && !(blankZero && value === 0) ? formatMoney(value) : '',
  },
  number: {
    read: (raw, { percent, decimals = 0, min = 0, max = Infinity }) => {
      const number = percent ? readPercent(raw) : readNumber(raw, decimals)
      if (number === null) return no(noNumber(raw, decimals))
      if (number < min) return no(`nhỏ hơn ${min}`)
      return number > max ? no(`lớn hơn ${numberText(max, 2)}`) : ok(number)
    },
    show: (value, field) => (typeof value === 'number' ? numberText(value, field.decimals ?? 0) : ''),
  },
  date: {
    read: (raw, field) => {
      const date = readDate(raw) ?? (field.entry ? readEntryDate(raw) : null)
      if (!date) return no('không hợp lệ')
      return field.past && date > todayVn() ? no('không được sau hôm nay') : ok(date)
    },
    show: (value) => (value ? formatDate(String(value)) : ''),
  },
  instant: {
    read: (raw, { past, timed }) => {
      const instant = readInstant(raw)
      if (!instant || (timed && readTime(raw) === null)) return no('không phải ngày giờ')
      if (past && instant < firstMoment) return no('không được trước năm 2015')
      return past && Date.parse(instant) > present().getTime() + clockError
        ? no('không được sau lúc này')
        : ok(instant)
    },
    show: (value) => (value ? formatInstant(String(value)) : ''),
  },
  choice: {
    read: (raw, field) => {
      const text = cleanText(raw)
      const option = field.options?.find((o) => o.label === text || o.value === spelled(text, field.options))
      return option ? ok(option.value) : no('không có trong danh sách')
    },
    show: (value, field) => field.options?.find((o) => o.value === value)?.label ?? plain(value),
  },
  choices: {
    read: (raw, field) => {
      const { values, unknown } = readChoices(raw, field)
      return unknown === undefined
        ? ok(values.join(','))
        : no(`không có “${unknown.slice(0, 60)}” trong danh sách`)
    },
    show: (value, { options = [] }) =>
      choiceValues(value)
        .map((one) => options.find((option) => option.value === one)?.label ?? one)
        .join(', '),
  },
  flag: {
    read: (raw, { options }) => {
      const text = typeof raw === 'boolean' ? String(Number(raw)) : cleanText(raw)
      if (!options) return text === '0' || text === '1' ? ok(Number(text)) : no('phải là 0 hoặc 1')
      const option = options.find(({ value, label }) => value === spelled(text, options) || label === text)
      return option ? ok(Number(option.value)) : no('không có trong danh sách')
    },
    show: (value, field) => field.options?.find((o) => o.value === plain(value))?.label ?? plain(value),
  },
}

/** Whether a value is empty; invisible characters alone count as empty. */
export const isEmpty = (raw: unknown): boolean =>
  raw === null || raw === undefined || (typeof raw === 'string' && cleanText(raw) === '')

/** Whether the value's type suits the kind: arrays and objects would otherwise be read as empty text. */
function isReadable(raw: unknown, { kind, options = [] }: Field): boolean {
  if (isPlain(raw) || raw instanceof Date) return true
  if (kind === 'choices' && Array.isArray(raw))
    return raw.every((item: unknown) => isPlain(isObject(item) ? Object.values(item)[0] : item))
  return kind === 'flag' && typeof raw === 'boolean' && !options.some(({ value }) => value > '1')
}

/**
 * Reads one sent value by its field: an empty one gives the default or null, or is refused if required (the default of
 * a required field is only for forms, D2-GHT-05). The message names the field, so that it can be shown alone: 'Số điện
 * thoại không hợp lệ'.
 */
export function readField(sent: unknown, field: Field): Reading {
  const raw = typeof sent === 'string' && !field.verbatim ? plainOfFormula(sent) : sent
  if (isEmpty(raw) || (field.kind === 'choices' && Array.isArray(raw) && raw.length === 0)) {
    return field.required ? no(notEntered(field.label)) : ok(field.default ?? null)
  }
  if (!isReadable(raw, field)) return no(`${field.label} phải là chữ hoặc số`)
  const error = typeof raw === 'string' && !field.verbatim && isSheetError(cleanText(raw))
  const reading = error ? no(`ô đang báo lỗi ${cleanText(raw)}`) : kinds[field.kind].read(raw, field)
  return reading.ok ? reading : no(`${field.label} ${reading.reason}`)
}

/** Text of a value for screen, export and history. */
export const showField = (value: unknown, field: Field): string => kinds[field.kind].show(value, field)

/** Whether a kind is numeric: right-aligned and summed. */
export const isNumeric = (kind: Kind): boolean => kind === 'money' || kind === 'number'
