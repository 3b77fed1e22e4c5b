/** Refuses passwords that are a well-known name with digits or leetspeak. */
import { foldText } from '#kit/contract/text.ts'

/** The product, carriers whose packages it sells, and common words for accounts and passwords. */
const knownNames = [
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

/** End of a name that starts at `start`, skipping non-letters within it; undefined when it is not there. */
function endOf(name: string, text: string, start: number): number | undefined {
  let end = start
  for (const letter of name) {
    const isLetterThere = (): boolean =>
      text[end] === letter || (leet[letter]?.includes(text[end] ?? ' ') ?? false)
    while (end > start && end < text.length && !isLetterThere() && isSign(text[end] ?? '')) end += 1
    if (!isLetterThere()) return undefined
    end += 1
  }
  return end
}

/** Names of at least three letters: the words of a text, all of it joined, and each without trailing digits. */
function namesIn(text: string): string[] {
  const words = foldText(text).split(/[^a-z0-9]+/)
  return [...words, words.join('')]
    .flatMap((word) => [word, word.replace(/\d+$/, '')])
    .filter((word) => word.replace(/\d/g, '').length >= 3)
}

/** Whether the password consists only of such names (including the account's `ownNames`) and non-letters. */
export function isName(password: string, ownNames: readonly string[]): boolean {
  const text = foldText(password)
  const names = [...knownNames, ...ownNames.flatMap(namesIn)].toSorted((a, b) => b.length - a.length)
  let hasName = false
  for (let position = 0; position < text.length;) {
    const end = names.map((name) => endOf(name, text, position)).find((one) => one !== undefined)
    if (end === undefined && isLetter(text[position] ?? '')) return false
    hasName ||= end !== undefined
    position = end ?? position + 1
  }
  return hasName
}
