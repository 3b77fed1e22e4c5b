/** The desk on a phone. */
import { expect, test } from 'vitest'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { deskOf, itemOf } from './item.fixture.ts'
import { PhoneList } from './phone-list.tsx'

const refund = (id: string, refund_price: number, warnings: string[] = []) =>
  itemOf(id, { warnings, fields: { refund_price } })

test('D3-APR-06: one button approves all open rows without doubts that can be approved, with their sum', () => {
  const rows = [
    refund('a', 90_000),
    refund('b', 10_000),
    refund('c', 5_000, ['Hoàn lần hai']),
    refund('gone', 7_000),
    itemOf('e', { fields: { money: 3_000 } }, 'tin-chua-doc'),
  ]
  const { buttons } = read(<PhoneList {...deskOf(rows, { isGone: ({ id }) => id === 'gone' })} />)
  expect(buttons).toContain('Duyệt 2 đơn không có cảnh báo 100,000')
})

test('D3-APR-06: without such rows there is no such button, and without amounts no sum', () => {
  const doubtful = read(<PhoneList {...deskOf([refund('c', 5_000, ['Hoàn lần hai'])])} />)
  expect(doubtful.text).not.toContain('không có cảnh báo')
  const listOfCustomers = read(<PhoneList {...deskOf([itemOf('k', {}, 'khach-hang-rieng')])} />)
  expect(listOfCustomers.buttons).toContain('Duyệt 1 đơn không có cảnh báo')
})

test('D3-APR-06: a decided card keeps its place without doubts and buttons', () => {
  const { text } = read(
    <PhoneList {...deskOf([refund('c', 5_000, ['Hoàn lần hai'])], { isGone: () => true })} />,
  )
  expect(text).toContain('Đã có người xử lý')
  expect(text).not.toContain('Hoàn lần hai')
})

test.each([
  ['hoan-goi', 'other_reason'],
  ['bao-do', 'ly_do'],
  ['mfy-cho-duyet', 'note'],
  ['tin-ngan-hang', 'str_mes'],
])('D3-APR-06: a card of %s names the person and shows its whole text', (kind, name) => {
  const reason = `${'Khách báo lỗi mạng từ tuần trước, '.repeat(12)}hết`
  const { text } = read(<PhoneList {...deskOf([itemOf('c', { fields: { [name]: reason } }, kind)])} />)
  expect(text).toContain('Cao Nhật Nam')
  expect(text).toContain(reason)
})
