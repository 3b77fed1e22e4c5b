/** Revenue of the people of the filter over all pages, beside the page buttons (D2-PAY-11, D2-PAY-12, D3-ONE-01). */
import { formatMoney } from '../../../contract/money.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { afterRefunds, everyStatus } from '../../../contract/resources/revenue-fields.ts'
import { PagerSum, PagerSums } from '../../kit/ui/pager-sums.tsx'

type Totals = Readonly<Record<string, unknown>>

/** `closed`: the figures are those of the closing. */
export function Revenue({ totals, closed }: { totals: Totals; closed: boolean }) {
  const amount = (name: string): string => formatMoney(Number(totals[name]))
  const nobodys = tinhluong.outside
  return (
    <PagerSums>
      <PagerSum label={closed ? 'Doanh thu lúc chốt' : 'Doanh thu'}>{amount('doanhThu')}</PagerSum>
      {Number(totals[nobodys]) !== 0 && <PagerSum label="Chưa rõ nhân viên">{amount(nobodys)}</PagerSum>}
      <PagerSum label={everyStatus}>{amount('tongDoanhThuTamTinh')}</PagerSum>
      <PagerSum label={afterRefunds}>{amount('tongDoanhThuThucTe')}</PagerSum>
    </PagerSums>
  )
}
