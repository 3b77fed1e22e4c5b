/** The payment of an order in its drawer. */
import { relativeTime } from '#platform/contract/relative-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { transferOf, type Paying } from '#subjects/money/contract/calls/transfers.ts'
import { settingList } from '#subjects/settings/contract/calls/settings.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read, type Reading } from '#platform/app/web/shell/reading.fixture.tsx'
import { PaymentSection } from './payment-section.tsx'

const message = {
  id: 'm',
  version: 1,
  sender: 'VCB',
  money: 90_000,
  datetime: '2026-11-02T02:00:00.000Z',
  str_mes: '0912345678 MO90',
  de_xuat: 'Khớp số và gói',
  may: { update: true },
} as unknown as Paying['tin']

const settings = [
  { key: 'vietqr.bank_bin', value: '970436' },
  { key: 'vietqr.account', value: '0071000123' },
  { key: 'vietqr.name', value: 'CONG TY' },
]

function section(answer: Paying | null | undefined, overrides = {}): Reading {
  if (answer !== undefined) answered(mesbank.path, transferOf, { id: 'o' }, answer)
  const order = { id: 'o', amount: 90_000, unpaid: true, phone: '0912345678', package: 'MO90', ...overrides }
  return read(<PaymentSection order={order} />)
}

beforeEach(() => {
  queryClient.clear()
  answered('setting', settingList, {}, settings as never)
})

test('D3-QR-01: an unpaid order without a message shows how to pay it, a paid one does not', () => {
  // Nothing is known yet.
  expect(section(undefined).text).toBe('')
  expect(section(null).text).toContain('90,000')
  expect(section(null, { unpaid: false }).text).toBe('')
})

test('D3-QR-01: the transfer content has number and package; a masked number is left out', () => {
  expect(section(null).text).toContain('912345678')
  const masked = section(null, { phone: '******678' }).text
  expect(masked).toContain('Số điện thoại đang bị che, không có mã VietQR')
  expect(masked).not.toContain('678')
  expect(section(null, { amount: 0 }).text).toContain('Đơn không có số tiền phải chuyển')
  expect(section(null, { content: 'DH 1234' }).text).toContain('DH 1234')
})

test('a proposed message can be accepted, and one that already pays is only named', () => {
  const proposed = section({ da_dung: false, tin: message })
  expect(proposed.text).toContain(
    `Tin ngân hàng được đề xuất VCB 90,000 đ ${relativeTime(message.datetime, new Date())} 0912345678 MO90`,
  )
  expect(proposed.buttons).toContain('Ghi nhận')
  const used = section({ da_dung: true, tin: message })
  expect(used.text).toContain('Tin ngân hàng đã ghi nhận')
  expect(used.buttons).not.toContain('Ghi nhận')
})
