/** The list of required columns shown before a spreadsheet is chosen. */
import { expect, test } from 'vitest'
import { readField } from './kinds.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { staffSheet } from '#subjects/people/contract/lists/staff-sheet.ts'
import { columnsText } from './sheet-columns.ts'

test('columns that refuse empty cells are marked as required, including prices that have a default in the form (D3-SETUP-02, D2-GHT-04)', () => {
  expect(columnsText(staffSheet)).toBe(
    'Tên đăng nhập *, Họ tên *, Vai trò *, Chi nhánh, Leader, Số điện thoại, Email *, Ngân hàng, Số tài khoản, Chủ tài khoản; * là bắt buộc',
  )
  expect(columnsText(giahoantien)).toMatch(/^Tên gói cước \*, Giá gia hạn \*, .*Giá gói \*; \* là bắt buộc$/)
  expect(readField('', giahoantien.fields.gia_goi)).toMatchObject({ ok: false })
  expect(columnsText(typedSheet)).not.toMatch(/Thi đua tháng \*/)
  expect(readField('', typedSheet.fields.thiDuaThang)).toEqual({ ok: true, value: 0 })
})
