/** Revenue of the people of the filter over all pages, beside the page buttons (D2-PAY-11, D2-PAY-12, D3-ONE-01). */
import { toFilterDate } from '#kit/contract/dates.ts'
import { monthDays } from '#kit/contract/earlier.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import { readMonth } from '#kit/contract/month.ts'
import { afterRefunds, everyStatus } from '#subjects/pay/contract/lists/revenue-fields.ts'
import { addressWith } from '#platform/contract/screens.ts'
import { FigureLink } from '#figures/figure-link.tsx'
import { PagerSum, PagerSums } from '#kit/web/ui/pager-sums.tsx'
import { stepsToReports } from './report-steps.ts'

type Totals = Readonly<Record<string, unknown>>

/** The staff report of a month, MM/YYYY. */
function reportOf(month: string): string {
  const { start, end } = monthDays(readMonth(month) ?? '')
  return addressWith('reportstaffrevenue', { startDate: toFilterDate(start), endDate: toFilterDate(end) })
}

/** `closed`: the figures are those of the closing. */
export function Revenue({ totals, closed, month }: { totals: Totals; closed: boolean; month: string }) {
  const amount = (name: string): string => formatMoney(Number(totals[name]))
  const nobodys = 'doanhThuChuaRoNhanVien'
  const steps = stepsToReports(totals)
  return (
    <PagerSums>
      <PagerSum label={closed ? 'Doanh thu lúc chốt' : 'Doanh thu'}>{amount('doanhThu')}</PagerSum>
      {Number(totals[nobodys]) !== 0 && <PagerSum label="Chưa rõ nhân viên">{amount(nobodys)}</PagerSum>}
      {steps.map((step) => (
        <PagerSum key={step.label} label={step.label}>
          {signedMoney(step.amount)}
        </PagerSum>
      ))}
      {steps.length > 0 && (
        <PagerSum label="Doanh thu theo báo cáo">
          <FigureLink href={reportOf(month)}>{amount('doanhThuTheoBaoCao')}</FigureLink>
        </PagerSum>
      )}
      <PagerSum label={everyStatus}>{amount('tongDoanhThuTamTinh')}</PagerSum>
      <PagerSum label={afterRefunds}>{amount('tongDoanhThuThucTe')}</PagerSum>
    </PagerSums>
  )
}
