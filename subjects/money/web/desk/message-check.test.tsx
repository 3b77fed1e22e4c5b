/** A waiting row against the bank message. */
import { expect, test } from 'vitest'
import type { DeskMessage } from '#subjects/money/contract/calls/desk.ts'
import { read } from '#platform/app/web/shell/reading.fixture.tsx'
import { itemOf } from './item.fixture.ts'
import { MessageCheck } from './message-check.tsx'

const item = itemOf('row', { fields: { number_phone: '912345678', package_code: 'MO90' } })
const message: DeskMessage = {
  id: 'message',
  sender: 'VCB',
  datetime: '2026-11-02T02:00:00.000Z',
  money: 90_000,
  text: '',
  phone: '912345678',
  package: 'MO90',
  phoneTyped: false,
  packageTyped: false,
  samePhone: true,
  own: true,
  usedBy: null,
}

const verdicts = (overrides: Partial<DeskMessage>, due = 90_000): Record<string, string | undefined> =>
  Object.fromEntries(
    read(<MessageCheck item={item} message={{ ...message, ...overrides }} due={due} />)
      .rows.slice(1)
      .map((cells) => [cells[0] ?? '', cells[3]]),
  )

test('D3-APR-02: number, package, amount and use are checked one by one', () => {
  expect(verdicts({})).toEqual({
    'Số điện thoại': 'khớp',
    'Gói cước': 'khớp',
    'Số tiền': 'khớp',
    'Dùng cho đơn': 'dùng được',
  })
  expect(verdicts({ phone: '912345679', samePhone: false })['Số điện thoại']).toBe('chưa khớp')
  expect(verdicts({ phone: null, samePhone: false })['Số điện thoại']).toBe('chưa khớp')
  expect(verdicts({ package: null })['Gói cước']).toBe('chưa khớp')
})

test('D3-APR-02: the difference of the amounts is signed', () => {
  expect(verdicts({ money: 80_000 })['Số tiền']).toBe('thiếu 10,000')
  expect(verdicts({ money: 90_500 })['Số tiền']).toBe('dư 500')
})

test('D3-APR-02: a value typed by a person does not count as confirmed by the bank', () => {
  const typed = verdicts({ phoneTyped: true, packageTyped: true })
  expect([typed['Số điện thoại'], typed['Gói cước']]).toEqual(['nhập tay', 'nhập tay'])
})

test('D3-APR-02: a message used by another order cannot be used; a row does not check its own use', () => {
  expect(verdicts({ usedBy: '0987654321 MO90' })['Dùng cho đơn']).toBe('đã dùng')
  expect(verdicts({ id: 'row', usedBy: '0987654321 MO90' })).not.toHaveProperty('Dùng cho đơn')
})

test('D3-APR-02: the order that already uses the message is told whole by its title, where it may be cut', () => {
  const usedBy = 'đơn nạp MO90 của Nguyễn Hồng Nhung (sale111) ngày 30-11-2026'
  const { html } = read(<MessageCheck item={item} message={{ ...message, usedBy }} due={90_000} />)
  expect(html).toContain(`<td title="${usedBy}">`)
})

test('D3-APR-02: for a reader of masked numbers the server says whether they are the same, as two that differ may look alike', () => {
  const masked = itemOf('row', { fields: { number_phone: '****45678', package_code: 'MO90' } })
  const checked = (overrides: Partial<DeskMessage>): { cells: string[]; doubted: boolean } => {
    const received = { ...message, phone: '****45678', ...overrides }
    const { rows, html } = read(<MessageCheck item={masked} message={received} due={90_000} />)
    return { cells: rows[1]?.slice(1) ?? [], doubted: html.includes('data-off') }
  }
  expect(checked({ samePhone: true })).toEqual({
    cells: ['****45678', '****45678', 'số trong tin khớp'],
    doubted: false,
  })
  expect(checked({ samePhone: false })).toEqual({
    cells: ['****45678', '****45678', 'số trong tin khác'],
    doubted: true,
  })
  expect(checked({ samePhone: true, phoneTyped: true }).cells[2]).toBe('nhập tay')
})
