/** Text of a VietQR code: EMV merchant-presented, dynamic, to a bank account (D3-QR-01). */
import { foldText } from '#kit/contract/text.ts'

export type VietQr = {
  /** Six-digit bank number of NAPAS. */
  bankBin: string
  account: string
  /** Account holder, displayed by the payer's bank. */
  name: string
  /** Whole đồng. */
  amount: number
  content: string
}

/** Maximum length of field 62-08. */
const longestContent = 25
const longestName = 25

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

/** CRC-16/CCITT-FALSE of an ASCII text as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/**
 * Replaces characters that bank apps refuse: leaves capitals, digits, blank and `. , - /`, one byte each, as the code's lengths count
 * bytes.
 */
const signs = (text: string): string =>
  foldText(text)
    .toUpperCase()
    .replace(/[^A-Z0-9.,/-]+/g, ' ')
    .trim()

/** Allowed transfer content: capitals without diacritics, at most 25 characters. */
export const qrContent = (content: string): string => signs(content).slice(0, longestContent).trim()

/** The payload including its checksum. */
export function vietQr({ bankBin, account, name, amount, content }: VietQr): string {
  const beneficiary = field('00', bankBin) + field('01', account)
  const open =
    field('00', '01') +
    field('01', '12') +
    field('38', field('00', 'A000000727') + field('01', beneficiary) + field('02', 'QRIBFTTA')) +
    field('53', '704') +
    field('54', String(amount)) +
    field('58', 'VN') +
    field('59', signs(name).slice(0, longestName).trim()) +
    field('62', field('08', qrContent(content))) +
    '6304'
  return open + crc16(open)
}
