/** The month of the payroll and the keys beside it. */
import { beforeEach, expect, test } from 'vitest'
import { firstMonth } from '#subjects/pay/contract/calls/payroll.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read } from '#platform/app/web/shell/reading.fixture.tsx'
import { MonthBox } from './month-box.tsx'

const box = (value: string, entered = false) =>
  read(<MonthBox value={value} onChange={() => undefined} entered={entered} />)

beforeEach(() => {
  queryClient.clear()
  answered('tinhluong', firstMonth, {}, { thang: '11/2025' })
})

test('D3-ONE-02: months before the first one with data cannot be reached, also across years', () => {
  expect(box('11/2025').off).toEqual({ 'Chưa có gì trước tháng 11/2025': 'Chưa có gì trước tháng 11/2025' })
  expect(box('12/2024').off).toHaveProperty('Chưa có gì trước tháng 11/2025')
  expect(box('02/2026').buttons).toEqual(['Tháng trước', 'Tháng 02/2026', 'Tháng sau'])
})

test('on screens for entering earlier months every month can be reached', () => {
  expect(box('12/2024', true).off).toEqual({})
})
