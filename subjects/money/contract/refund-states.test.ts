/** Labels and colours of a request on screen and in sheets. */
import { expect, test } from 'vitest'
import { readField, showField } from '#kit/contract/kinds.ts'
import { formMethods, numberTypes, partnerStatuses, requestTypes, transferStates } from './refund-states.ts'
import { refundFields } from './lists/refund-fields.ts'

test('subscriber types are shown as MC and MG (D2-REFUND-67, D2-REFUND-68)', () => {
  expect([1, 2].map((value) => showField(value, refundFields.number_type))).toEqual(['MC', 'MG'])
  expect(numberTypes.map(({ value }) => value)).toEqual(['1', '2'])
})

test('request types have their texts (D2-REFUND-77 to 81)', () => {
  expect(requestTypes.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1 Hoàn trước',
    '2 Hoàn sau',
    '3 Không hoàn',
    '4 Hoàn thêm',
    '5 Nạp tiền',
  ])
  expect(formMethods).toEqual(['1', '10', '11', '12'])
})

test('each partner status has its key, text, code and colour (D2-REFUND-90 to 93, D2-MAP-50 to 56, D2-Q-71)', () => {
  expect(
    partnerStatuses.map(({ value, label, code, tone }) => [value, label, code, tone].join(' | ')),
  ).toEqual([
    'hoan_thanh | Hoàn thành | -9999 | green',
    'hoan_tien | Hoàn tiền | -10000 | red',
    'don_bi_tu_choi | Đơn bị từ chối | -10001 | red',
    'dang_xu_ly | Đang xử lý | -10002 | blue',
    'dang_cho_duyet | Đang chờ duyệt | -10003 | blue',
    'da_nhan_cho_xu_ly | Đã nhận, chờ xử lý | -10004 | blue',
    'da_tao_don_khong_qua_api | Đã tạo đơn không qua API | -10005 | blue',
  ])
})

test('a missing transfer is red, a completed one green (D2-REFUND-99, D2-REFUND-100)', () => {
  expect(transferStates.map(({ value, label, tone }) => `${value} ${label} ${tone}`)).toEqual([
    '0 Chưa CK red',
    '1 Đã CK green',
  ])
})

test('a status code is read from its number or its text and stays a number; any other is refused (D2-Q-31)', () => {
  for (const raw of [10, '10', 'Nâng cấp G1'])
    expect(readField(raw, refundFields.request_method)).toEqual({ ok: true, value: 10 })
  for (const raw of [0, 13, '1.5', 'x']) expect(readField(raw, refundFields.request_method).ok).toBe(false)
})
