/** Phone numbers: canonical form of 9 national digits, masks and search (D1-Q-157, D1-LOOK-54). */

/** The 2018 renumbering: old prefixes of 11-digit mobile numbers (without the 0) and their replacements. */
const renumbered = new Map(
  [
    '120 70, 121 79, 122 77, 126 76, 128 78',
    '123 83, 124 84, 125 85, 127 81, 129 82',
    '162 32, 163 33, 164 34, 165 35, 166 36, 167 37, 168 38, 169 39',
    '186 56, 188 58, 199 59',
  ]
    .join(', ')
    .split(', ')
    .map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]),
)

const exponent = /^\+?(\d+)(?:[.,](\d+))?e\+?(\d+)$/i
const decimalTail = /^(\+?\d{9,})[.,]0{1,2}$/

/** The text with a value's digits, or null when digits were lost (9.12E+08, fractions, masks). */
function phoneText(raw: unknown): string | null {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw > 0 ? String(raw) : null
  if (typeof raw !== 'string') return null
  const text = raw
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const scientific = exponent.exec(text)
  if (!scientific) return decimalTail.exec(text)?.[1] ?? text
  const [, whole = '', fraction = '', power = ''] = scientific
  // 9.12E+08 in a spreadsheet has lost digits; only a complete mantissa is a number.
  return fraction.length === Number(power) ? whole + fraction : null
}

/** A mobile number: country code, a 0, then 9 digits, or 10 as before 2018. */
const mobile = /^(?:(?:\+|00)?84)?0?([35789]\d{8}|1\d{9})$/
/** Allowed brackets: around the country code, the 0, or the prefix. */
const bracketedCountry = /^(?:\+?\(84|\((?:\+|00)84)\)/
const bracketedPrefix = /^(?:\+|00)?84\(([1-9]\d{1,2})\)/
const bracketedZero = /^((?:(?:\+|00)?84)?)\((0\d{0,3})\)/

/**
 * The 9 national digits of a mobile number, or null for anything else: a landline, too many or too few digits, letters,
 * a second number, a mask (D3-FILE-01). Allows spaces, dots and dashes between digits, brackets around the country
 * code, the 0 after it or the prefix ('(+84) 912…', '84(0)912…', '(091) 234…', '+84 (91) 234…'), and a leading
 * apostrophe. Old 11-digit numbers are converted.
 */
export function readPhone(raw: unknown): string | null {
  const text = phoneText(raw)
  if (text === null) return null
  const compact = text.replace(/^'/, '').replace(/[\s.\p{Pd}]/gu, '')
  const bare = compact
    .replace(bracketedCountry, '+84')
    .replace(bracketedPrefix, '+84$1')
    .replace(bracketedZero, '$1$2')
  const [, digits] = mobile.exec(bare) ?? []
  if (digits === undefined || digits.length === 9) return digits ?? null
  const prefix = renumbered.get(digits.slice(0, 3))
  return prefix === undefined ? null : prefix + digits.slice(3)
}

/**
 * A number for sale: ten digits with the 0, keeping the dots as typed (D2-Q-127); null for anything else. Such numbers
 * are compared by digits only (`bareSim`).
 */
export function readSim(raw: unknown): string | null {
  const phone = readPhone(raw)
  if (phone === null) return null
  const typed = typeof raw === 'string' ? raw.normalize('NFKC').trim() : ''
  return /^\d+(?:\.\d+)+$/.test(typed) && bareSim(typed) === `0${phone}` ? typed : `0${phone}`
}

export const bareSim = (sim: string): string => sim.replaceAll('.', '')

/** With its own dots, or in groups of 4, 3 and 3. */
export const dottedSim = (sim: string): string =>
  sim.includes('.') ? sim : sim.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3')

/** Four stars and the last 5 digits, for priority 3 and above (D1-MASK-02). */
export const maskPhone = (phone9: string): string => `****${phone9.slice(-5)}`

/** Number of digits after country code and leading 0. */
export const nationalDigits = (text: string): number =>
  text.replace(/\D/g, '').replace(/^(?:00)?(?:84)?0?/, '').length

/** Whether a phone contains mask characters and can neither be stored nor called (D1-Q-158). */
export const isMaskedPhone = (phone: string): boolean => phone.normalize('NFKC').includes('*')

/** A phone from the wire for screen, copy and export: 0912345678 or ****45678 (D1-MASK-03). */
export const showPhone = (wire: string): string => (/^\d{9}$/.test(wire) ? `0${wire}` : wire)

/**
 * Digits to search within, or at the end of, the stored 9 digits (D1-Q-142). A complete number in any form becomes its
 * 9 digits; the 0 of a beginning such as 0912 and a written +84 are dropped; '' for none. Digits beyond a number's
 * length are kept, so that the search finds nothing.
 */
export function phoneSearchDigits(text: string): string {
  const whole = readPhone(text)
  if (whole) return whole
  const plain = text.normalize('NFKC')
  const digits = plain.replace(/\D/g, '')
  if (plain.includes('*')) return digits
  const abroad = /^\s*\(?\s*(?:\+|00)\s*84/.test(plain)
  const national = abroad ? digits.replace(/^(?:00)?84/, '') : digits
  return national.replace(/^0(?=[235-9]|\d{9}$)/, '')
}

/** Notice to managers that a user reached the daily limit of numbers (D3-SEC-03). */
export const usedUpPhones = (username: string, fullname: string, limit: number): string =>
  `${username} (${fullname}) đã hỏi hết ${limit} số điện thoại của hôm nay`

/**
 * Notice to managers that a user has also used up the daily number of refusals: from then on only the current customer
 * and the user's own appointments are shown (D3-SEC-13).
 */
export const usedUpRefusals = (username: string, fullname: string, refused: number): string =>
  `${username} (${fullname}) đã hết lượt hỏi số của hôm nay mà vẫn hỏi thêm ${refused} số khác, có thể đang dò số`

export const tooManyPhonesWritten =
  'Nhiều số hơn số điện thoại bạn còn được hỏi hôm nay, hãy nhờ quản lý nhập'
export const tooManyPhoneSearches = 'Hôm nay bạn đã tìm quá nhiều số điện thoại, mai hãy tìm tiếp'

// The same patterns are in redact_phones (platform/sql/masks.sql); a test compares both.
/** Characters between the digits of one number: at most four, except letters, stars and the marks below. */
const inside = String.raw`0-9A-Za-z*\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff\ue000\ue001`
const gap = `[^${inside}]{0,4}`
/** Characters that separate two numbers: more than one blank, dot or dash. */
const parting = `(?:[^${inside} .+-]|[^${inside}+]{2,4})`
/** A possible number: a 0 and nine more digits, 84 and nine more, or exactly nine. */
const phoneLike = String.raw`(?<!\d)(?:(?:0${gap}){1,2}[1-9](?:${gap}\d){8}|8${gap}4(?:${gap}\d){9}|[35789](?:${gap}\d){8}(?!\d))`
/** A month or up to four digits before a number that do not belong to it: 'tháng 10: 0912…', but never a country code before a 0. */
const headed = new RegExp(
  String.raw`(?<!\d${gap})((?:(?:0?[1-9]|1[0-2])[/.-]20\d\d|(?:\d${gap}){0,3}\d(?<!8${gap}4))${parting})(?=\+?(?:0${gap}){1,2}[1-9](?:${gap}\d){8}|\+?8${gap}4(?:${gap}\d){9})`,
  'gu',
)
/** A number written without gaps, and the separator before another one: each keeps its own last five digits. */
const written = String.raw`(?:0\d{9}|84\d{9}|[1-9]\d{8})`
const paired = new RegExp(String.raw`(?<!\d)(${written}[^${inside}]{1,4})(?=\+?${written}(?!\d))`, 'gu')
// Matches start where no digit precedes; otherwise each digit of a long run would be tried as a start.
const runWithPhone = new RegExp(String.raw`\+?(?<!\d${gap})(?:\d${gap})*${phoneLike}(?:${gap}\d)*`, 'gu')
const markedRun = new RegExp(String.raw`\ue001\+?(?:\d${gap})*((?:\d${gap}){4}\d)`, 'gu')
/** Amounts in thousands of đồng: 12500000, 12.500.000. */
const amount = String.raw`(?:[1-9]\d{0,4}000|[1-9]\d{0,2}(?:\.\d{3})*\.000)(?!\d)`
/** Possible numbers in a run: nine digits of a mobile number or 84 at the start of a group, or 0 or 84 and its digits anywhere. */
const inGroups = String.raw`(?:(?:\d[ .-]?)*\d[ .-])?(?:[35789](?:[ .-]?\d){8}(?!\d)|8[ .-]?4(?:[ .-]?\d){9})`
const anywhere = String.raw`(?:\d[ .-]?)*(?:0|84)[1-9](?:[ .-]?\d){8}`
/** A run that consists of amounts only and cannot contain a number. */
const amounts = String.raw`(?!${inGroups})(?!${anywhere})${amount}(?:[ -]${amount})*(?![ .-]?\d)`
const spacedRun = new RegExp(
  String.raw`(?<!\d)(?:(?<!\d[ .-])|(?=\+))(?!${amounts})\+?(?:\d[ .-]?){4,}((?:\d[ .-]?){4}\d)(?!\d)`,
  'g',
)
/** A date with the same separator twice. */
const dayWith = (marks: string): string =>
  `(?:${[...marks].map((mark) => String.raw`(?:0?[1-9]|[12]\d|3[01])[${mark}](?:0?[1-9]|1[0-2])[${mark}](?:19|20)\d\d`).join('|')})`
const day = new RegExp(String.raw`(^|[^\d/.-])(${dayWith('/.-')})(?![/.-]?\d)`, 'gu')
const clock = String.raw`((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)`
const clockAfter = new RegExp(String.raw`(\ue000[ ,]{1,3})${clock}(?![:\d])`, 'g')
const clockBefore = new RegExp(String.raw`(^|[^:\d])${clock}([ ,]{1,3}\ue000)`, 'gu')
/** Between the digits of a number that contains a protected date; two dates are not one number. */
const over = String.raw`(?:${gap}\ue000?|\ue000${gap})`
const nine = String.raw`[1-9](?:${over}\d){8}`
/** Numbers not followed by a digit or by something that makes their last digits a time: with 0, with country code, nine digits only. */
const withZero = String.raw`(?=(?:0${over}){1,2}${nine}(?:${over}\d)?(?![\d:h]))`
const abroad = String.raw`(?=(?:0${over}){0,2}8${over}4${over}(?:0${over})?${nine}(?:${over}\d)?(?![\d:h]))`
const bareNine = String.raw`(?=[35789](?:${over}\d){8}(?![\d:h]))`
/** Not within the digits of a protected time. */
const untimed = String.raw`(?<!\ue000(?:\d\d?:)*)`
/** A date at the end of a number or inside it, as in '0300 5-9-2000': fewer digits precede it than the number has. */
const dayInNumber = new RegExp(
  String.raw`(?<!\d)${untimed}(${withZero}(?:\d${gap}){1,9}|${abroad}(?:\d${gap}){1,10})\ue000(${dayWith('/.-')})\ue000`,
  'gu',
)
/** The same with nine digits alone, after a letter too ('sdt345 5-9-2000'), but not with slashes ('90 15/9/2026'). */
const dayInNine = new RegExp(
  String.raw`(?<!\d)${untimed}(${bareNine}(?:\d${gap}){1,3})\ue000(${dayWith('.-')})\ue000`,
  'gu',
)
/** A date at the start of a number, without slashes: '05/09/2026 - 05/11/2026' are two dates, and '5.9.2026 9:30' has a time. */
const dayAsHead = new RegExp(
  String.raw`\ue000(?:${withZero}|${abroad}|${bareNine})(${dayWith('.-')})\ue000(?![ ,]{1,3}\d\d?:[\d:]+\ue000)`,
  'gu',
)

/**
 * Masks phones in free text for a masked role. A run of 9 or more digits with at most one space, dot or dash between
 * them keeps its last five digits, unless it consists of amounts only; a run with other separators is masked if it
 * contains a possible number. Adjacent numbers keep five digits each. Dates with or without time that are not part of a
 * number, and short groups of digits separated from a following number, are protected first by a mark that no text
 * contains.
 */
export const redactPhones = (text: string): string =>
  text
    .replace(/[\ue000\ue001]/g, '')
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(day, '$1\ue000$2\ue000')
    .replace(clockAfter, '$1$2\ue000')
    .replace(clockBefore, '$1\ue000$2$3')
    .replace(dayInNumber, '$1$2')
    .replace(dayInNine, '$1$2')
    .replace(dayAsHead, '$1')
    .replace(paired, '$1\ue000')
    .replace(headed, '$1\ue000')
    .replace(runWithPhone, '\ue001$&')
    .replace(markedRun, '****$1')
    .replace(spacedRun, '****$1')
    .replaceAll('\ue000', '')

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The value of a decimal digit in any script: each script has its ten digits in sequence, starting with zero. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero--
  return String((code - zero) % 10)
}

/** An O alone or between digits, in Latin, Greek or Cyrillic, which people read as a zero. */
const readAsZero = /(?<!\p{L})[oO\u03bf\u039f\u043e\u041e]+(?!\p{L})/gu

/** Whether a text contains a phone as a person would read it: digits of any script or style, O as zero (D3-GRID-06). */
export function holdsPhone(text: string): boolean {
  const read = text
    .normalize('NFKC')
    .replace(/\p{M}/gu, '')
    .replace(/[^\P{Nd}0-9]/gu, digitValue)
    .replace(readAsZero, (run) => '0'.repeat(run.length))
  return readPhone(read) !== null || redactPhones(read) !== read
}
