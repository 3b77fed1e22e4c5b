/** Parsing of payment-list forms (D3-PAY-15), and bank codes. */
import { expect, test } from 'vitest'
import { bankCode, bankNames } from '#subjects/people/contract/banks.ts'
import { formFor, formLine, readForms } from './bank-forms.ts'
import { readSetting, showSetting } from '#platform/contract/settings/kinds.ts'
import { payoutSettings } from '#subjects/pay/contract/payout-settings.ts'

const line =
  'Vietcombank: STT, Số tài khoản = Account, Tên người nhận, Mã NAPAS, Số tiền, Nội dung; tách cùng ngân hàng; nội dung không dấu'
const form = {
  ngan_hang: 'Vietcombank',
  cot: [
    { cot: 'stt', ten: 'STT' },
    { cot: 'so_tai_khoan', ten: 'Account' },
    { cot: 'ten', ten: 'Tên người nhận' },
    { cot: 'ma_napas', ten: 'Mã NAPAS' },
    { cot: 'so', ten: 'Số tiền' },
    { cot: 'noi_dung', ten: 'Nội dung' },
  ],
  tach: true,
  khong_dau: true,
}

test('D3-PAY-15: a bank form is read from its line, whatever the case and spelling of its bank, and is written as it is read', () => {
  const typed = line.replace('Vietcombank', 'ngân hàng ngoại thương').replace('STT', 'stt')
  for (const raw of [line, typed, [line], [form], `\n${line}\n`])
    expect(readForms(raw)).toEqual({ ok: true, value: [form] })
  expect(formLine(form as never)).toBe(line)
  expect(readForms('ACB: Số tài khoản, Tên người nhận, Số tiền')).toMatchObject({
    value: [{ ngan_hang: 'ACB', tach: false, khong_dau: false }],
  })
  expect(readForms('')).toEqual({ ok: true, value: [] })
  const { 'payout.forms': setting } = payoutSettings
  expect(readSetting(line, setting)).toEqual({ ok: true, value: [form] })
  expect(showSetting([form], setting)).toBe(line)
})

test.each([
  ['Ngân hàng Trái Đất: STT', 'phải viết'],
  ['Vietcombank', 'phải viết'],
  ['ACB: Số tài khoản, Lương, Tên người nhận, Số tiền', "của ACB không có cột 'Lương'"],
  ['ACB: Số tài khoản, Tên người nhận', 'của ACB thiếu cột Số tiền'],
  ['ACB: Tên người nhận, Số tiền', 'của ACB thiếu cột Số tài khoản'],
  ['ACB: Số tài khoản, Số tiền', 'của ACB thiếu cột Tên người nhận'],
  ['ACB: Số tài khoản, Tên người nhận = Số tài khoản, Số tiền', 'của ACB có hai cột cùng tên'],
  ['ACB: Số tài khoản, Tên người nhận, Số tiền; gộp', "của ACB không có cách ghi 'gộp'"],
  [`${line}\n${line}`, "có 'Vietcombank' hai lần"],
  [{ a: 1 }, 'phải là các dòng'],
  [[{ a: 1 }], 'phải viết'],
])('D3-PAY-15: %j is refused as a bank form, with the reason', (raw, reason) => {
  expect(readForms(raw)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

test('D3-PAY-15: a bank without a form of its own uses the common one', () => {
  expect(formFor('ACB', [form as never])).toMatchObject({ ngan_hang: 'ACB', tach: false })
  expect(formFor('Vietcombank', [form as never])).toEqual(form)
})

test('D3-PAY-15: each bank has a code of its own at NAPAS', () => {
  const codes = bankNames.map((name) => bankCode(name))
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  expect(new Set(codes).size).toBe(bankNames.length)
  expect([bankCode('Vietcombank'), bankCode('MB'), bankCode('x')]).toEqual(['970436', '970422', ''])
})
