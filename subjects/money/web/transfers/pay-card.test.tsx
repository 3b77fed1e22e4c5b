/** The payment details of an order. */
import { beforeEach, expect, test } from 'vitest'
import { settingList } from '#subjects/settings/contract/calls/settings.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read } from '#platform/app/web/shell/reading.fixture.tsx'
import { PayCard } from './pay-card.tsx'

const whole = { 'vietqr.bank_bin': '970436', 'vietqr.account': '0071000123', 'vietqr.name': 'CONG TY' }

/** What is read of a card while these settings are so, and the others whole. */
function card(settings: Partial<typeof whole>): string {
  const list = Object.entries({ ...whole, ...settings }).map(([key, value]) => ({ key, value }))
  answered('setting', settingList, {}, list as never)
  return read(<PayCard content="0912345678 VD90" amount={45_000} />).text
}

beforeEach(() => queryClient.clear())

test('D3-QR-01: without the account settings the card says which is missing, and shows no picture', () => {
  const missing = (settings: Partial<typeof whole>) => card(settings).split('cài đặt thiếu ')[1]
  expect(missing({ 'vietqr.bank_bin': '' })).toBe('ngân hàng')
  expect(missing({ 'vietqr.account': '' })).toBe('số tài khoản')
  expect(missing({ 'vietqr.name': '' })).toBe('tên tài khoản')
  const none = card({ 'vietqr.bank_bin': '', 'vietqr.account': '', 'vietqr.name': '' })
  expect(none).toMatch(/Chưa có mã VietQR: cài đặt thiếu ngân hàng, số tài khoản, tên tài khoản$/)
  expect(none).not.toContain('45,000')
})

test('D3-QR-01: with the account settings the card shows account, content and the picture with its amount', () => {
  const text = card({})
  for (const part of ['0912345678 VD90', '0071000123', 'VietQR 45,000']) expect(text).toContain(part)
  expect(text).not.toContain('thiếu')
})
