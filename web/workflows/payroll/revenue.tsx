/** Revenue of the people of the filter, all pages, beside the page buttons (D2-PAY-11, D2-PAY-12, D3-ONE-01). */
import { formatMoney } from '../../../contract/money.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { afterRefunds, everyStatus } from '../../../contract/resources/revenue-fields.ts'
import { PagerSums } from '../../kit/ui/pager-sums.tsx'

type Totals = Readonly<Record<string, unknown>>

/** `closed`: the figures are those that the month was closed with. */
export function Revenue({ of, closed }: { of: Totals; closed: boolean }) {
  const amount = (name: string): string => formatMoney(Number(of[name]))
  const nobodys = tinhluong.outside
  return (
    <PagerSums
      of={[
        [closed ? 'Doanh thu lúc chốt' : 'Doanh thu', amount('doanhThu')],
        ...(Number(of[nobodys]) === 0 ? [] : [['Chưa rõ nhân viên', amount(nobodys)] as const]),
        [everyStatus, amount('tongDoanhThuTamTinh')],
        [afterRefunds, amount('tongDoanhThuThucTe')],
      ]}
    />
  )
}
