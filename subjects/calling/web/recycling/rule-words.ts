/** Rules for calling again in words, as in cells and lines (D3-REC-01). */
import { dayParts, type RecycledFile, type RecycleRule } from '#subjects/calling/contract/calls/recycling.ts'
import type { Cells } from './rule-draft.ts'

export const partChoices = [
  { value: 'any', label: 'bất kỳ' },
  { value: 'other', label: 'buổi khác' },
  { value: 'same', label: 'cùng buổi' },
] as const

export const callerChoices = [
  { value: 'any', label: 'ai cũng được' },
  { value: 'other', label: 'người khác' },
  { value: 'same', label: 'người cũ' },
] as const

const labelIn = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value

export const callerText = (caller: Cells['caller']): string => labelIn(callerChoices, caller)

const partNames = (parts: Cells['parts']): string[] =>
  dayParts.filter(({ value }) => parts.includes(value)).map(({ label }) => label)

/** 'sáng, trưa'; '' if any part of the day is allowed. */
const certainParts = (parts: Cells['parts']): string =>
  parts.length === dayParts.length ? '' : partNames(parts).join(', ')

/** 'buổi khác: sáng, trưa' */
export function partText({ part, parts }: Pick<Cells, 'part' | 'parts'>): string {
  const certain = certainParts(parts)
  if (certain === '') return labelIn(partChoices, part)
  return part === 'any' ? certain : `${labelIn(partChoices, part)}: ${certain}`
}

/** 'đến hạn gói', 'trong 7 ngày', 'hạn gói, 7 ngày' for the earlier of both, or without end. */
export function untilText({ within, until_expiry }: Pick<Cells, 'within' | 'until_expiry'>): string {
  const days = within.trim()
  if (days === '') return until_expiry ? 'đến hạn gói' : 'không hạn'
  return until_expiry ? `hạn gói, ${days} ngày` : `trong ${days} ngày`
}

/** A file's own rules in a few words: 'trưa, chiều, 4 lần'. */
function ownText(rules: readonly RecycleRule[]): string {
  const active = rules.filter((rule) => rule.active)
  if (active.length === 0) return 'không gọi lại kết quả nào'
  const used = dayParts
    .map(({ value }) => value)
    .filter((part) => active.some(({ parts }) => parts.includes(part)))
  const calls = Math.max(...active.map((rule) => rule.most))
  return [certainParts(used), `${calls} lần`].filter(Boolean).join(', ')
}

type FileRule = Pick<RecycledFile, 'mode' | 'covered' | 'rules'>

/** Whether its switch is on: the file follows rules, active or not. */
export const followsRules = ({ mode, covered }: Pick<FileRule, 'mode' | 'covered'>): boolean =>
  mode === 'own' || mode === 'default' || (mode === null && covered)

/** The state of a file: a word, and details. `running`: a default rule is active. */
export function fileText(
  { mode, covered, rules }: FileRule,
  running: boolean,
): { word: string; more: string } {
  if (mode === 'own') return { word: 'riêng', more: ownText(rules) }
  if (mode === 'off') return { word: 'tắt', more: '' }
  if (!running) return { word: 'theo mặc định', more: 'đang tắt' }
  if (covered || mode === 'default') return { word: 'theo mặc định', more: '' }
  return { word: 'file của trước', more: 'chưa bật' }
}
