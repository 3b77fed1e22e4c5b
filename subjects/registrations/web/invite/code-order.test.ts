/** How long a code lives, and for whom it is. */
import { expect, test } from 'vitest'
import { clockOf, isFor, leftOf, reopened, type CodeOrder } from './code-order.ts'

const order: CodeOrder = {
  code: 'x',
  phone: '0912345678',
  pack: 'VD90',
  sentAt: '2026-11-20T07:35:32.000Z',
  lives: 300_000,
  since: 10_000,
  customerId: null,
}

test('what is left is counted from when it came, whatever the clock of the machine says (D3-OTP-02)', () => {
  expect([leftOf(order, 10_000), leftOf(order, 58_400), leftOf(order, 400_000)]).toEqual([
    300_000, 251_600, 0,
  ])
  expect([clockOf(300_000), clockOf(251_600), clockOf(900), clockOf(0)]).toEqual([
    '05:00',
    '04:12',
    '00:01',
    '00:00',
  ])
})

test('another number or package is not what the code is for; the same one written otherwise is (D3-OTP-02)', () => {
  expect(isFor(order, '+84 912 345 678', ' vd90 ')).toBe(true)
  expect(isFor(order, '0912345679', 'VD90')).toBe(false)
  expect(isFor(order, '0912345678', 'VD120')).toBe(false)
})

test('an order that a reload brings back has what the server says is left, and is for its masked number alone (D3-OTP-06)', () => {
  const open = {
    orderCode: 'x',
    phone: '****45678',
    customerId: null,
    package: 'VD90',
    sentAt: order.sentAt,
    left: 100_000,
    tries: 3,
  }
  const back = reopened(open, 5_000)
  expect([leftOf(back, 5_000), leftOf(back, 6_000), leftOf(back, 200_000)]).toEqual([100_000, 99_000, 0])
  expect(isFor(back, '****45678', 'vd90')).toBe(true)
  expect(isFor(back, '0912345678', 'VD90')).toBe(false)
  expect(isFor({ ...back, phone: '912345678' }, '0912345678', 'VD90')).toBe(true)
})
