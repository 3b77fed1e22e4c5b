/** Cleaning, accent-free comparison and Vietnamese order of texts, shared by import, forms and search. */

import { foldedCharacters } from './fold-table.ts'

/** Text that needs no cleaning, as in most cells. */
const plainAscii = /^[!-~](?:[ -~]*[!-~])?$/
const invisible = /[\s\p{Cc}\p{Cf}]/u
/** Invisible characters, including two that Unicode counts as symbols (blank Braille, null note head). */
const unseen = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]`
const allUnseen = new RegExp(unseen, 'gu')
const onlyUnseen = new RegExp(`^${unseen}*$`, 'u')
const two = (n: number): string => String(n).padStart(2, '0')

/** Text of a date cell in a text column: DD/MM/YYYY, with its time if any. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return time.some((part) => part > 0) ? `${day} ${time.map(two).join(':')}` : day
}

function rawText(raw: unknown): string {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? String(raw) : ''
  if (typeof raw === 'boolean') return raw ? 'TRUE' : 'FALSE'
  return raw instanceof Date ? dateText(raw) : ''
}

/**
 * Text of a cell or box in NFC, without white space, no-break spaces, control and zero-width characters at both ends,
 * and without NUL, which PostgreSQL refuses. '' for an empty or invisible value.
 */
export function cleanText(raw: unknown): string {
  if (typeof raw === 'string' && plainAscii.test(raw)) return raw
  const text = rawText(raw).toWellFormed().replaceAll('\0', '')
  let start = 0
  let end = text.length
  // A loop: a pattern anchored at the end is quadratic on a cell of 32,767 spaces.
  while (start < end && invisible.test(text.charAt(start))) start++
  while (end > start && invisible.test(text.charAt(end - 1))) end--
  const inner = text.slice(start, end)
  return onlyUnseen.test(inner) ? '' : inner.normalize('NFC')
}

/** Marks that PostgreSQL drops; the code points after them are medieval superscript letters. */
const accents = /[\u0300-\u0362]/g
const beyondAscii = /[^\0-\x7f]/gu
const visibleAscii = /^[!-~]+$/

/** The Unicode decomposition if it consists of keyboard characters (wide forms, ﬁ, ⅷ); otherwise the letter without its accents. */
function plainCharacter(small: string): string {
  const decomposed = small.normalize('NFKD').replace(accents, '').toLowerCase()
  return visibleAscii.test(decomposed) ? decomposed : small.normalize('NFD').replace(accents, '')
}

const foldCharacter = (one: string): string => {
  const small = one.toLowerCase()
  return foldedCharacters.get(one) ?? foldedCharacters.get(small) ?? plainCharacter(small)
}

/**
 * Text for searching, same as `fold` of the database: lower case, without accents, đ and Ð as d, ligatures as their
 * letters, dashes and quotes as on a keyboard (D3-TXT-01). Its length may differ from the original.
 */
export const foldText = (text: string): string =>
  text.normalize('NFC').replace(beyondAscii, foldCharacter).toLowerCase()

/** Package name for comparison: NFKC, without invisible characters, in capitals; same as `package_key` of the database (D3-PRC-01). */
export const packageKey = (name: string): string =>
  name.normalize('NFKC').replace(allUnseen, '').toUpperCase()

/** The error for an empty required field: 'Chưa nhập số điện thoại'. Labels that start with an abbreviation keep their capitals (D3-WORD-01). */
export const notEntered = (label: string): string => {
  const name = /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
  return `Chưa nhập ${name}`
}

const vietnamese = new Intl.Collator('vi')

/** Order of two full names: given name (last word) first, then the rest from the family name on. */
export function compareNames(a: string, b: string): number {
  const leftWords = cleanText(a).split(/\s+/)
  const right = cleanText(b).split(/\s+/)
  const byGivenName = vietnamese.compare(leftWords.pop() ?? '', right.pop() ?? '')
  return byGivenName || vietnamese.compare(leftWords.join(' '), right.join(' '))
}
