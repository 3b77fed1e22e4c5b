/** What is typed into a look-up: which alert stops it, and what goes out. */
import { expect, test } from 'vitest'
import { checkDays, checkPhone, pageNumbers } from './check-input.ts'

test('the last 9 digits are sent, whatever stands around them (D1-LOOK-54)', () => {
  for (const typed of [
    '912345678',
    '0912345678',
    '+84 912 345 678',
    '84.912.345.678',
    '０９１２３４５６７８',
  ]) {
    expect(checkPhone(typed)).toEqual({ ok: true, value: '912345678' })
  }
})

test('a text without a digit is stopped by an alert; too few digits go to the server, which refuses them (D1-LOOK-56, D1-Q-097)', () => {
  for (const typed of ['', '  ', 'abc', '+']) {
    expect(checkPhone(typed)).toEqual({ ok: false, alert: 'Bạn phải nhập số điện thoại' })
  }
  for (const typed of ['12345678', '****45678'])
    expect(checkPhone(` ${typed} `)).toEqual({ ok: true, value: typed })
})

test('both days are required, must exist and be in order (D1-LOOK-57, D1-LOOK-58, D1-Q-096)', () => {
  const alert = (startDate: string, endDate: string) => {
    const checked = checkDays({ startDate, endDate })
    return checked.ok ? checked.value : checked.alert
  }
  expect(alert('', '20/11/2026')).toBe('Bạn phải nhập ngày bắt đầu')
  expect(alert('20/11/2026', ' ')).toBe('Bạn phải nhập ngày kết thúc')
  expect(alert('31/02/2026', '20/11/2026')).toBe('Ngày bắt đầu không hợp lệ')
  expect(alert('20/11/2026', 'x')).toBe('Ngày kết thúc không hợp lệ')
  expect(alert('21/11/2026', '20/11/2026')).toBe('Ngày bắt đầu phải trước hoặc bằng ngày kết thúc')
  expect(alert('1-11-2026', '20/11/2026')).toEqual({ startDate: '01/11/2026', endDate: '20/11/2026' })
})

test('the page buttons run from 1 to the last, with page 1 always present (D1-LOOK-12, D1-MSG-15, D1-Q-092)', () => {
  expect(pageNumbers(3)).toEqual([1, 2, 3])
  for (const last of [1, 0, -1]) expect(pageNumbers(last)).toEqual([1])
})
