/** Kinds of settings: how each is read, validated and shown. */
import { thousands } from '#kit/contract/thousands.ts'
import { priorities, priorityNames, type Ability } from '../abilities.ts'
import { noNumber, readMoney, readNumber } from '#kit/contract/money.ts'
import { cleanText } from '#kit/contract/text.ts'
import { addressFault } from './address.ts'
import { formLine, readForms, type BankForm } from '#subjects/money/contract/bank-forms.ts'
import { contrast, readable, readColor } from '#subjects/settings/contract/settings/color.ts'
import { imageFault, imageWords } from '#subjects/settings/contract/settings/image.ts'
import {
  payLines,
  readAmounts,
  readDays,
  readTiers,
  type Amounts,
  type Tier,
} from '#subjects/pay/contract/pay-kinds.ts'

type Common = {
  label: string
  /** One line about its effect. */
  hint: string
  /** Who may write it; reading needs the same, unless `open`. */
  write: Ability
  /** Any signed-in user may read it (D2-SET-16). */
  open?: true
  /** Readable by screens without a session. */
  public?: true
  /** A change needs a confirmed session (D3-SEC-07). */
  reauth?: true
  /** Each value is valid from a date on, with a reason (D3-PAY-02). */
  dated?: true
}

/** A number within bounds, shown with its unit; '' is allowed if `empty` names its meaning. */
export type NumberSetting = Common & {
  kind: 'number'
  default: number | ''
  empty?: string
  min: number
  max: number
  decimals?: number
  unit: string
  /** Key of a dated number that limits it on every day. */
  atMost?: string
}
/** One of a list; `from` is the setting whose entries extend the fixed ones; `optional`: or none. */
export type ChoiceSetting = Common & {
  kind: 'choice'
  optional?: true
  default: string
  options: readonly { value: string; label: string }[]
  from?: string
}
export type FlagSetting = Common & { kind: 'flag'; default: 0 | 1 }
/** `before` and `after` are the key of the other end of a time range; '' is allowed if `empty` names its meaning. */
export type ClockSetting = Common & {
  kind: 'clock'
  default: string
  empty?: string
  before?: string
  after?: string
}
/** `shape`: pattern of the whole text, with its message; a text with an empty default may be cleared. */
export type TextSetting = Common & {
  kind: 'text'
  default: string
  max: number
  shape?: { pattern: string; words: string }
}
/** A list of short, distinct texts. */
export type TextsSetting = Common & { kind: 'texts'; default: readonly string[]; least: number }
export type PrioritiesSetting = Common & { kind: 'priorities'; default: readonly number[] }
/** A colour that must contrast with colour `with`. */
export type ColorSetting = Common & { kind: 'color'; default: string; with: string; text: string }
/** A data URL; '' is the product's own image, at path `bundled`. */
export type ImageSetting = Common & { kind: 'image'; default: ''; bundled: string }
/** A path of the product or an https URL. */
export type AddressSetting = Common & { kind: 'address'; default: string }
/** Username → đồng. */
export type AmountsSetting = Common & { kind: 'amounts'; default: Amounts }
export type TiersSetting = Common & { kind: 'tiers'; default: readonly Tier[] }
/** Calendar days; with `weekdays` also days of the week. */
export type DaysSetting = Common & { kind: 'days'; default: readonly string[]; weekdays?: true }

export type BankFormsSetting = Common & { kind: 'bankForms'; default: readonly BankForm[] }

export type Setting =
  | NumberSetting
  | ChoiceSetting
  | FlagSetting
  | ClockSetting
  | TextSetting
  | TextsSetting
  | PrioritiesSetting
  | ColorSetting
  | ImageSetting
  | AddressSetting
  | AmountsSetting
  | TiersSetting
  | DaysSetting
  | BankFormsSetting

export type SettingValue =
  | string
  | number
  | readonly string[]
  | readonly number[]
  | readonly Tier[]
  | Amounts
  | readonly BankForm[]
export type SettingReading = { ok: true; value: SettingValue } | { ok: false; reason: string }

const ok = (value: SettingValue): SettingReading => ({ ok: true, value })
const no = (reason: string): SettingReading => ({ ok: false, reason })

function readAmount(raw: unknown, setting: NumberSetting): SettingReading {
  if (setting.empty !== undefined && typeof raw === 'string' && raw.trim() === '') return ok('')
  const value = setting.decimals ? readNumber(raw, setting.decimals) : readMoney(raw)
  if (value === null) return no(noNumber(raw, setting.decimals ?? 0))
  const { min, max, unit } = setting
  return value < min || value > max ? no(`phải từ ${min} đến ${max} ${unit}`) : ok(value)
}

/** Entries of a list: an array, one written as JSON (D2-Q-81, D2-Q-112), or typed lines; null for none. */
function partsOf(raw: unknown): readonly unknown[] | null {
  if (Array.isArray(raw)) return raw
  if (typeof raw !== 'string') return null
  if (!raw.trim().startsWith('[')) return raw.split(/[,\n]/).filter((part) => part.trim() !== '')
  try {
    const list: unknown = JSON.parse(raw)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

function readTexts(raw: unknown, setting: TextsSetting): SettingReading {
  const parts = partsOf(raw)
  if (!parts?.every((part) => typeof part === 'string')) return no('phải là danh sách')
  const texts = parts.map((part) => cleanText(part))
  if (texts.includes('')) return no('có mục trống')
  const keys = texts.map((text) => text.toLowerCase())
  const doubled = texts.find((_, index) => keys.indexOf(keys[index] ?? '') < index)
  if (doubled !== undefined) return no(`có '${doubled}' hai lần`)
  if (texts.length < setting.least) return no(`cần ít nhất ${setting.least} mục`)
  if (texts.length > 50 || texts.some((text) => text.length > 100))
    return no('tối đa 50 mục, mỗi mục 100 ký tự')
  return ok(texts)
}

function readPriorities(raw: unknown): SettingReading {
  const isOffered: readonly number[] = priorities
  if (!Array.isArray(raw) || raw.some((entry) => !isOffered.includes(entry as number)))
    return no('phải là danh sách mức quyền')
  if (raw.some((entry) => entry < 3)) return no('không gồm quản trị và quản lý')
  return ok(isOffered.filter((entry) => raw.includes(entry)))
}

function readPlain(raw: unknown, { max, shape, default: none }: TextSetting): SettingReading {
  if (typeof raw !== 'string') return no('phải là chữ')
  const text = cleanText(raw)
  if (text === '') return none === '' ? ok('') : no('chưa nhập')
  if (shape && !new RegExp(`^${shape.pattern}$`).test(text)) return no(shape.words)
  return text.length > max ? no(`dài ${text.length} ký tự, tối đa ${max}`) : ok(text)
}

function readTint(raw: unknown, setting: ColorSetting): SettingReading {
  const color = typeof raw === 'string' ? readColor(raw) : null
  if (color === null) return no('phải là màu dạng #RRGGBB')
  const ratio = contrast(color, setting.with)
  if (ratio >= readable) return ok(color)
  // Rounded down: 4.49 fails and must not be shown as 4.5.
  const shownRatio = Math.floor(ratio * 10) / 10
  return no(`chỉ tương phản ${shownRatio} với ${setting.text}, cần ít nhất ${readable} để đọc được`)
}

function readChecked(raw: unknown, faultOf: (text: string) => string | undefined): SettingReading {
  if (typeof raw !== 'string') return no('phải là chữ')
  const text = raw.trim()
  const fault = faultOf(text)
  return fault === undefined ? ok(text) : no(fault)
}

/** Whether the setting may be empty. */
export const mayBeEmpty = (setting: Setting): boolean =>
  setting.kind === 'image' ||
  setting.kind === 'amounts' ||
  setting.kind === 'days' ||
  setting.kind === 'bankForms' ||
  (setting.kind === 'choice' && setting.optional === true) ||
  (setting.kind === 'texts' && setting.least === 0) ||
  ((setting.kind === 'number' || setting.kind === 'clock') && setting.empty !== undefined) ||
  (setting.kind === 'text' && setting.default === '')

/** Reads a raw value; `offered` are the current choices. The reason starts with the label. */
export function readSetting(raw: unknown, setting: Setting, offered: readonly string[] = []): SettingReading {
  const reading = readKind(raw, setting, offered)
  return reading.ok ? reading : no(`${setting.label} ${reading.reason}`)
}

function readKind(raw: unknown, setting: Setting, offered: readonly string[]): SettingReading {
  switch (setting.kind) {
    case 'number':
      return readAmount(raw, setting)
    case 'choice':
      if (raw === '' && setting.optional) return ok('')
      return typeof raw === 'string' && offered.includes(raw) ? ok(raw) : no('không có trong danh sách')
    case 'flag':
      if (raw === 1 || raw === '1' || raw === true) return ok(1)
      return raw === 0 || raw === '0' || raw === false ? ok(0) : no('phải là 0 hoặc 1')
    case 'clock':
      if (raw === '' && setting.empty !== undefined) return ok('')
      return typeof raw === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(raw)
        ? ok(raw)
        : no('phải là giờ dạng HH:mm')
    case 'text':
      return readPlain(raw, setting)
    case 'texts':
      return readTexts(raw, setting)
    case 'priorities':
      return readPriorities(raw)
    case 'color':
      return readTint(raw, setting)
    case 'image':
      return raw === '' ? ok('') : readChecked(raw, imageFault)
    case 'address':
      return readChecked(raw, addressFault)
    case 'amounts':
      return readAmounts(raw)
    case 'tiers':
      return readTiers(raw)
    case 'days':
      return readDays(raw, setting.weekdays)
    case 'bankForms':
      return readForms(raw)
  }
}

const priorityName = (value: unknown): string =>
  (priorityNames as Record<number, string>)[Number(value)] ?? String(value)

type LinesSetting = AmountsSetting | TiersSetting | DaysSetting | BankFormsSetting

/** Whether a value is typed as lines of more than plain texts. */
export const hasLines = (setting: Setting): setting is LinesSetting =>
  setting.kind === 'amounts' ||
  setting.kind === 'tiers' ||
  setting.kind === 'days' ||
  setting.kind === 'bankForms'

/** The lines of such a value. */
export function linesOf(value: unknown, { kind }: LinesSetting): string[] {
  if (kind === 'bankForms') return (value as readonly BankForm[]).map((form) => formLine(form))
  if (kind === 'amounts') return payLines.amounts(value as Amounts)
  return kind === 'tiers'
    ? payLines.tiers(value as readonly Tier[])
    : payLines.days(value as readonly string[])
}

/** Text of the value for the history. */
export function showSetting(value: unknown, setting: Setting): string {
  if (value === null || value === undefined) return ''
  if (setting.kind === 'flag') return value === 1 ? 'Bật' : 'Tắt'
  if (setting.kind === 'image') return value === '' ? 'Ảnh có sẵn' : imageWords(String(value))
  if ((setting.kind === 'number' || setting.kind === 'clock') && value === '') return setting.empty ?? ''
  if (setting.kind === 'number') return `${thousands(Number(value))} ${setting.unit}`
  if (setting.kind === 'choice')
    return setting.options.find((option) => option.value === value)?.label ?? String(value)
  if (hasLines(setting)) return linesOf(value, setting).join(', ')
  if (!Array.isArray(value)) return String(value)
  return value.map((part) => (setting.kind === 'priorities' ? priorityName(part) : String(part))).join(', ')
}
