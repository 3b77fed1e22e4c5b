/** A row after its edit: what the server answered, or what was sent while it is worked out. */
import { expect, test } from 'vitest'
import { payrollTexts, type PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { rowAfterSave } from './after-save.ts'

const row = {
  username: 'sale111',
  fullname: 'Nguyễn Hồng Nhung',
  thangTinhLuong: '10/2026',
  luongThucNhan: 5,
} as PayRow

test('the returned row replaces the one of the same person and month (D2-PAY-32)', () => {
  const answered = { ...row, luongThucNhan: 7 }
  expect(rowAfterSave(row, { nhanKhac: 2 }, answered)).toBe(answered)
})

test('another returned row is shown as being calculated, with the sent amounts and 0 for the rest (D2-PAY-33)', () => {
  expect(rowAfterSave(row, { nhanKhac: 2 }, { ...row, thangTinhLuong: '09/2026' })).toMatchObject({
    username: 'sale111',
    fullname: payrollTexts.calculating,
    nhanKhac: 2,
    luongThucNhan: 0,
  })
})
