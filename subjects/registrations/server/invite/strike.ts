/** Removes one-time codes from carrier texts that repeat them, so that none is stored (D3-OTP-01). */

const struck = '••••'
/** Characters that may separate the digits of a code: punctuation and blanks, visible or not. */
const between = String.raw`[^\p{L}\p{N}]{0,4}`
const anyCode = new RegExp(String.raw`\d(?:${between}\d){3,}`, 'gu')

/** Converts full-width and other digits to ASCII. */
const plain = (text: string): string => text.normalize('NFKC')

/** For an unknown code: removes runs of 4 to 12 digits, except dates and amounts. */
export const withoutCodes = (text: string): string => text.replace(/(?<![\d/.,-])\d{4,12}(?![\d/])/g, struck)

/** Removes this code, also when joined to other characters or with separators between its digits. */
export const withoutCode = (otp: string) => {
  const spelled = new RegExp([...otp].join(between), 'gu')
  return (text: string): string => withoutCodes(plain(text).replace(spelled, struck))
}

/** For an answer after the code was discarded: removes every possible code, including dates and amounts. */
export const withoutDigits = (text: string): string => plain(text).replace(anyCode, struck)
