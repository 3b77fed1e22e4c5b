/** A carrier that repeats a one-time code in its words must not make us keep it (D3-OTP-01). */

const struck = '••••'
/** What may stand between the digits of a code: signs and blanks of any kind, seen or not. */
const between = String.raw`[^\p{L}\p{N}]{0,4}`
const anyCode = new RegExp(String.raw`\d(?:${between}\d){3,}`, 'gu')

/** Full-width and other shapes of digits as plain ones. */
const plain = (text: string): string => text.normalize('NFKC')

/** Where no code is known: runs of 4 to 12 digits that are no day and no amount. */
export const withoutCodes = (text: string): string => text.replace(/(?<![\d/.,-])\d{4,12}(?![\d/])/g, struck)

/** Without this very code, glued to what stands beside it or with signs between its digits. */
export const withoutCode = (otp: string) => {
  const spelled = new RegExp([...otp].join(between), 'gu')
  return (text: string): string => withoutCodes(plain(text).replace(spelled, struck))
}

/** Of an answer that comes when the code is no longer known: without anything that may be one, days and amounts too. */
export const withoutDigits = (text: string): string => plain(text).replace(anyCode, struck)
