/** Which texts are read as a bank account number; reading never adds a digit. */
import { expect, test } from 'vitest'
import { readAccountNumber } from './account-number.ts'

const read = (raw: unknown): string => {
  const reading = readAccountNumber(raw)
  return reading.ok ? reading.value : `! ${reading.reason}`
}

test.each([
  ['0079990001341', '0079990001341'],
  ['19034567890.0', '19034567890'],
  ['19034567890,00', '19034567890'],
  ['19034567890 .0', '19034567890'],
  ['1903 6688.1101', '190366881101'],
  ['123.10.00.044551.2', '12310000445512'],
  ['1231-0000-445512', '12310000445512'],
  ['vnd 123456', 'VND123456'],
  [79990001341, '79990001341'],
])('D3-FILE-07: %s is the account %s', (raw, account) => expect(read(raw)).toBe(account))

const fraction = '! có phần lẻ, cần ghi liền các chữ số'
test.each([
  ['12345.5', fraction],
  ['19034567890.000', fraction],
  ['19034567890.123', fraction],
  ['19034567890,5', fraction],
  ['1903 4567890.5', fraction],
  ['1.90346E+16', fraction],
  ['-79990001341', '! không được âm'],
  ['−79990001341', '! không được âm'],
  [-79990001341, '! không được âm'],
  [12345678.5, fraction],
  ['****1101', '! đã che một phần, cần nhập đủ số'],
  ['12345', '! phải có 6 đến 19 chữ số hoặc chữ không dấu'],
])('D3-FILE-07: %s is no account', (raw, reason) => expect(read(raw)).toBe(reason))
