/** What the card says of a customer. */
import { expect, test } from 'vitest'
import type { CareCustomer } from '#subjects/calling/contract/calls/care.ts'
import {
  againText,
  appointmentText,
  daysLeft,
  pricedPackage,
  runningText,
  spacedPhone,
  withTold,
} from './customer-facts.ts'

const told = { phone: '', balance: null, running: null, packages: null, hasMore: false }

test('the phone is shown in groups, a masked one unchanged (D1-CARE-20)', () => {
  expect(spacedPhone('912000456')).toBe('0912 000 456')
  expect(spacedPhone('****00456')).toBe('****00456')
})

test.each([
  ['2026-11-21', { text: 'còn 1 ngày', tone: 'orange' }],
  ['2026-12-20', { text: 'còn 30 ngày', tone: 'grey' }],
  ['2026-11-20', { text: 'hôm nay', tone: 'orange' }],
  ['2026-11-17', { text: 'quá 3 ngày', tone: 'red' }],
  [null, null],
])('the expiry %s is shown as %j on 2026-11-20 (D1-Q-082)', (date, left) => {
  expect(daysLeft(date, '2026-11-20')).toEqual(left)
})

test('the package of a customer shows a price when it is among the eligible packages', () => {
  const packages = [
    { code: 'VD90', price: 90_000 },
    { code: 'VD120', price: null },
  ]
  expect(pricedPackage({ package: 'VD90', packages })).toEqual({ code: 'VD90', price: 90_000 })
  expect(pricedPackage({ package: 'VD120', packages })).toBeNull()
  expect(pricedPackage({ package: 'VD150', packages })).toBeNull()
})

test.each([
  [
    { n: 2, most: 3, lastAt: '2026-11-20T02:10:14Z', lastStatus: 'KBM' },
    'lần 2/3',
    'lần trước 09:10, không nghe máy',
  ],
  [
    { n: 3, most: null, lastAt: '2026-11-18T08:40:09Z', lastStatus: 'APPOINTMENT' },
    'lần 3',
    'lần trước 18/11 15:40, hẹn gọi lại',
  ],
  [
    { n: 2, most: 2, lastAt: '2026-11-19T17:05:00Z', lastStatus: 'KLLĐ' },
    'lần 2/2',
    'lần trước 00:05, không liên lạc được',
  ],
] as const)('%j is shown as "%s", "%s" (D3-REC-02)', (again, call, last) => {
  expect(againText(again, '2026-11-20')).toEqual({ call, last })
})

test('packages of a look-up replace those of the file, with the prices that the file has (D3-UX-01)', () => {
  const customer = { packages: [{ code: 'VD90', price: 90_000 }] } as CareCustomer
  expect(withTold(customer, told)).toBe(customer)
  const packages = [
    { code: 'vd90', until: null },
    { code: 'D60G', until: '2026-12-31' },
  ]
  expect(withTold(customer, { ...told, packages }).packages).toEqual([
    { code: 'vd90', price: 90_000 },
    { code: 'D60G', price: null },
  ])
  expect(withTold(customer, { ...told, packages: [] }).packages).toEqual([])
})

test('a look-up that finds another running package than the card says so, and the same one in another spelling does not (D3-UX-01)', () => {
  const customer = { package: 'VD90' } as CareCustomer
  const text = (code: string) => runningText(customer, { ...told, running: { code, until: '2026-12-12' } })
  expect(text('VD149')).toBe('Tra cứu thấy VD149 đang chạy đến 12-12-2026')
  expect(text('vd 90')).toBe('')
  expect(runningText(customer, told)).toBe('')
})

test('an appointment shows its package once (D3-UX-02)', () => {
  expect(appointmentText({ package: 'VD90', note: 'hỏi giá' })).toBe('VD90, hỏi giá')
  expect(appointmentText({ package: 'VD90', note: 'hỏi giá VD90' })).toBe('hỏi giá VD90')
  expect(appointmentText({ package: 'VD90', note: null })).toBe('VD90')
  expect(appointmentText({ package: '', note: 'hẹn' })).toBe('hẹn')
})
