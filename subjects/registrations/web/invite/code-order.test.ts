/** How long a code lives, and for whom it is. */
import { expect, test } from 'vitest'
import { clockOf, isFor, msLeft, reopened, type CodeOrder } from './code-order.ts'

const order: CodeOrder = {
  code: 'x',
  phone: '0912345678',
  pack: 'VD90',
  sentAt: '2026-11-20T07:35:32.000Z',
  lives: 300_000,
  since: 10_000,
  customerId: null,
}

test("the time left is counted from the arrival of the answer, whatever the computer's clock says (D3-OTP-02)", () => {
  expect([msLeft(order, 10_000), msLeft(order, 58_400), msLeft(order, 400_000)]).toEqual([
    300_000, 251_600, 0,
  ])
  expect([clockOf(300_000), clockOf(251_600), clockOf(900), clockOf(0)]).toEqual([
    '05:00',
    '04:12',
    '00:01',
    '00:00',
  ])
})

test('another number or package does not match the code; another spelling does (D3-OTP-02)', () => {
  expect(isFor(order, '+84 912 345 678', ' vd90 ')).toBe(true)
  expect(isFor(order, '0912345679', 'VD90')).toBe(false)
  expect(isFor(order, '0912345678', 'VD120')).toBe(false)
})

test("an order restored by a reload has the server's time left, and matches its masked number only (D3-OTP-06)", () => {
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
  expect([msLeft(back, 5_000), msLeft(back, 6_000), msLeft(back, 200_000)]).toEqual([100_000, 99_000, 0])
  expect(isFor(back, '****45678', 'vd90')).toBe(true)
  expect(isFor(back, '0912345678', 'VD90')).toBe(false)
  expect(isFor({ ...back, phone: '912345678' }, '0912345678', 'VD90')).toBe(true)
})
