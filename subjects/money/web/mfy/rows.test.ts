/** What a customer transfers for a Mfy request. */
import { expect, test } from 'vitest'
import { orderOf, type Row } from './rows.ts'

test('an unpaid request shows how to pay its revenue with phone and package; a paid or ended one does not (D3-QR-01)', () => {
  const row = {
    id: 'a',
    so_dien_thoai: '912000001',
    ma_goi: 'VD90',
    doanh_thu: 45_000,
    gia_ban_goi: 1,
    trang_thai: 'duyet',
    trang_thai_thu_tien: 'chua_thu_tien',
  } as Row
  expect(orderOf(row)).toEqual({ id: 'a', phone: '912000001', package: 'VD90', amount: 45_000, unpaid: true })
  const unpaid = (more: Partial<Row>): boolean => orderOf({ ...row, ...more } as Row).unpaid
  expect(unpaid({ trang_thai_thu_tien: 'da_chuyen_khoan' })).toBe(false)
  for (const trang_thai of ['thu_hoi', 'huy_qua_han', 'huy_qua_han_lan_2'] as const)
    expect([trang_thai, unpaid({ trang_thai })]).toEqual([trang_thai, false])
})
