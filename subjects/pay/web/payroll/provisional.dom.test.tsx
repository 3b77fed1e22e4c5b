/** 'Tạm tính' over the pay of a month that is not over (D3-ONE-02, D3-ONE-03). */
import { beforeEach, expect, test, vi } from 'vitest'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { type Slip as SlipData } from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines } from '#subjects/pay/contract/pay-lists.ts'
import { TabProvider } from '#kit/web/tab-state.tsx'
import { readOpen } from '#platform/app/web/shell/page.fixture.tsx'
import PayrollScreen from './payroll-screen.tsx'
import { Slip } from './slip.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T03:00:00Z'), toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

const payroll = (month: string): string =>
  readOpen(
    <TabProvider tab={{ screen: 'tinhluong', active: true, search: `startDate=${month}`, keep: () => {} }}>
      <PayrollScreen />
    </TabProvider>,
  ).text

test('the payroll of a running month is headed as provisional, that of a past month is not', () => {
  expect(payroll('11/2026')).toContain(' 11/2026 Tạm tính ')
  expect(payroll('10/2026')).toContain(' 10/2026 Tra cứu ')
})

/** The row of the payroll; every figure that a test does not name is 1. */
const hang = {
  ...Object.fromEntries(Object.keys(tinhluong.fields).map((name) => [name, 1])),
  thangTinhLuong: '11/2026',
  chiTra: 5_000_000,
  dieuChinh: 0,
} as unknown as SlipData['hang']
const slip = (overrides: Pick<SlipData, 'tam_tinh' | 'truoc'>, daChot: 0 | 1 = 0) =>
  readOpen(
    <Slip
      slip={{
        hang: { ...hang, daChot },
        cua_minh: true,
        dong: slipLines.map((cot) => ({
          cot,
          gia_tri: 1,
          trang_thai: 'chua',
          xac_nhan_luc: null,
          trao_doi: [],
        })),
        ...overrides,
      }}
      explain={() => undefined}
    />,
  )

test('the payslip of a running month is headed as provisional, not compared and confirmed later', () => {
  const { text, buttons } = slip({ tam_tinh: true, truoc: null })
  expect(text).toMatch(/Lương thực nhận Tạm tính 5,000,000 Xác nhận khi hết tháng 11\/2026/)
  expect(text).not.toContain('so với')
  expect(buttons.join()).not.toContain('Xác nhận')
})

test('the payslip of a past month names the previous month; only an open one says so', () => {
  const open = slip({ tam_tinh: false, truoc: 4_000_000 })
  expect(open.text).toMatch(/Lương thực nhận Chưa chốt 5,000,000 \+1,000,000 so với tháng 10/)
  expect(open.buttons).toContain(`Xác nhận cả ${slipLines.length} dòng`)
  expect(slip({ tam_tinh: false, truoc: 4_000_000 }, 1).text).not.toMatch(/Tạm tính|Chưa chốt/)
})
