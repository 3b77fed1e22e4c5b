/** Passwords that are a name that everybody around knows, with digits or leet about it. */
import { foldText } from '../../../contract/text.ts'

/** The product, the carriers whose packages it sells, and the words that stand for an account or its password anywhere. */
const known = [
  'administrator',
  'admin',
  'quantri',
  'password',
  'welcome',
  'vasdesk',
  'mobifone',
  'vinaphone',
  'viettel',
  'vietnamobile',
  'vnpt',
  'gtel',
  'itel',
  'wintel',
  'mobi',
  'vina',
  'vas',
]

/** What stands for a letter, beside itself. */
const leet: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '9',
  i: '1!|',
  l: '1!|',
  o: '0',
  s: '5$',
  t: '7+',
}

const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)
const isSign = (sign: string): boolean => !/[\p{L}\p{N}]/u.test(sign)

/** Where a name that begins at `at` ends, signs between its letters passed over; undefined when it does not stand there. */
function endOf(name: string, text: string, at: number): number | undefined {
  let end = at
  for (const letter of name) {
    const stands = (): boolean => text[end] === letter || (leet[letter]?.includes(text[end] ?? ' ') ?? false)
    while (end > at && end < text.length && !stands() && isSign(text[end] ?? '')) end += 1
    if (!stands()) return undefined
    end += 1
  }
  return end
}

/** Names of at least three letters: of the words of a text, all of it in one, and without the digits behind. */
function namesIn(text: string): string[] {
  const words = foldText(text).split(/[^a-z0-9]+/)
  return [...words, words.join('')]
    .flatMap((word) => [word, word.replace(/\d+$/, '')])
    .filter((word) => word.replace(/\d/g, '').length >= 3)
}

/** Whether the password is nothing but such names, the account's own ones (`own`) among them, and what is no letter. */
export function isName(password: string, own: readonly string[]): boolean {
  const text = foldText(password)
  const names = [...known, ...own.flatMap(namesIn)].toSorted((a, b) => b.length - a.length)
  let named = false
  for (let at = 0; at < text.length;) {
    const end = names.map((name) => endOf(name, text, at)).find((one) => one !== undefined)
    if (end === undefined && isLetter(text[at] ?? '')) return false
    named ||= end !== undefined
    at = end ?? at + 1
  }
  return named
}
