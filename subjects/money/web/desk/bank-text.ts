/** Marks the parsed parts of a bank's text: phone, package and amount (D3-APR-02). */
import { isMaskedPhone } from '#kit/contract/phone.ts'
import { thousands } from '#kit/contract/thousands.ts'
import type { DeskMessage } from '#subjects/money/contract/calls/desk.ts'

/** A piece of the text; `ok`: parsed and as expected, `off`: parsed but different. */
export type TextPart = { text: string; mark: 'ok' | 'off' | null }

type Read = {
  /** 9 digits; a masked one is not marked. */
  phone: string | null
  package: string | null
  /** In đồng. */
  money: number
  /** The expected amount in đồng; null when unknown. */
  due: number | null
}

/** Compares a requested value with the message's; one typed by a person is not confirmed by the text (D3-APR-02). */
export function compared(wanted: string, received: string, typed: boolean): { good: boolean; words: string } {
  const same = received !== '' && wanted.toUpperCase() === received.toUpperCase()
  if (typed) return { good: false, words: same ? 'nhập tay' : 'khác, nhập tay' }
  return { good: same, words: same ? 'khớp' : 'chưa khớp' }
}

/** The number of a message against the row's, as the server compared them; masked ones may look alike and differ. */
export function phoneVerdict(message: Pick<DeskMessage, 'phone' | 'samePhone' | 'phoneTyped'>): {
  good: boolean
  words: string
} {
  const { phone, samePhone, phoneTyped } = message
  if (phoneTyped) return { good: false, words: samePhone ? 'nhập tay' : 'khác, nhập tay' }
  if (phone !== null && isMaskedPhone(phone))
    return { good: samePhone, words: samePhone ? 'số trong tin khớp' : 'số trong tin khác' }
  return { good: samePhone, words: samePhone ? 'khớp' : 'chưa khớp' }
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** These characters in order, with an optional separator between any two. */
const spacedPattern = (text: string): string => [...text].map(escape).join('[ .-]?')

/** Pattern for 135000 as banks write it: 135,000 or 135.000 or 135000, with sign and currency. */
function moneyPattern(money: number): string {
  const groups = thousands(money).split(',').join('[.,]?')
  return `[+]?(?<![\\d.,])${groups}(?![.,]?\\d)(?:[ ]?(?:VND|đ))?`
}

/** The text in pieces; repeated values are marked everywhere. */
export function markedParts(text: string, { phone, package: code, money, due }: Read): TextPart[] {
  const patterns = [
    phone !== null &&
      /^\d{9}$/.test(phone) &&
      `(?<phone>(?<!\\d)(?:(?:\\+?84|0)[ .-]?)?${spacedPattern(phone)})`,
    code !== null && code !== '' && `(?<code>(?<![A-Za-z])${spacedPattern(code)}(?![A-Za-z0-9]))`,
    money > 0 && `(?<money>${moneyPattern(money)})`,
  ].filter((pattern) => pattern !== false)
  if (patterns.length === 0) return [{ text, mark: null }]
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'giu'))) {
    if (match.index > done) parts.push({ text: text.slice(done, match.index), mark: null })
    const off = match.groups?.money !== undefined && due !== null && money !== due
    parts.push({ text: match[0], mark: off ? 'off' : 'ok' })
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push({ text: text.slice(done), mark: null })
  return parts
}
