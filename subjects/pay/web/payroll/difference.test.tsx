/** 'Vì sao khác tháng trước' as a user reads it. */
import { beforeEach, expect, test } from 'vitest'
import { compareMonths, type Comparison } from '#subjects/pay/contract/calls/payroll.ts'
import { queryClient } from '#kit/web/query.ts'
import { answered, read } from '#platform/app/web/shell/reading.fixture.tsx'
import { Difference } from './difference.tsx'

const net = (thangTinhLuong: string, luongThucNhan: number) =>
  ({ thangTinhLuong, luongThucNhan }) as Comparison['nay']
const step = (nhan: string, so: number) => ({ cot: 'thiDuaThang' as const, nhan, chi_tiet: `${nhan} vì`, so })

function difference(truoc: Comparison['truoc'], nay: Comparison['nay'], buoc: Comparison['buoc']): string {
  const input = { username: 'sale111', startDate: '10/2026' }
  answered('tinhluong', compareMonths, input, { truoc, nay, thang_truoc: '09/2026', buoc })
  return read(<Difference username="sale111" month="10/2026" />).text
}

beforeEach(() => queryClient.clear())

test("D3-PAY-04: the steps lead from last month's net pay to this month's, each with its sign", () => {
  const steps = [step('Thi đua', -300_000), step('Ngày công', 1_000_000)]
  const text = difference(net('09/2026', 5_000_000), net('10/2026', 5_700_000), steps)
  expect(text).toContain('5,000,000 → 5,700,000 +700,000')
  expect(text).toMatch(
    /Thực nhận tháng 09\/2026 .*5,000,000 Thi đua Thi đua vì .*−300,000 Ngày công Ngày công vì .*\+1,000,000 Thực nhận tháng 10\/2026 .*5,700,000/,
  )
})

test('D3-PAY-04: without a step the difference says so, and a first month is not compared', () => {
  const same = net('09/2026', 5_000_000)
  expect(difference(same, net('10/2026', 5_000_000), [])).toContain('Không khác.')
  expect(difference(null, net('10/2026', 5_000_000), [step('Thi đua', 5_000_000)])).toBe('')
})
