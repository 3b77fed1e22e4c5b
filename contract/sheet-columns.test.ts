/** Which columns a spreadsheet must have is said before it is chosen. */
import { expect, test } from 'vitest'
import { giahoantien } from './resources/giahoantien.ts'
import { staffSheet } from './resources/staff-sheet.ts'
import { columnsText } from './sheet-columns.ts'

test('columns that must be filled in are marked, those with a value of their own are not (D3-SETUP-02)', () => {
  expect(columnsText(staffSheet)).toBe(
    'Tên đăng nhập *, Họ tên *, Vai trò *, Chi nhánh, Leader, Số điện thoại, Email *, Ngân hàng, Số tài khoản, Chủ tài khoản; * là bắt buộc',
  )
  expect(columnsText(giahoantien)).not.toMatch(/Giá gói \*/)
})
