/** 'Lương tạm tính' of a salesperson: pay of the month so far, what the last sale brought, what the next tier wants (D3-PAY-10). */
import { formatMoney } from '../../../contract/money.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { screenOf } from '../../../contract/screens.ts'
import { payToday, type PayToday } from '../../../contract/workflows/pay-today.ts'
import { useCall } from '../../kit/query.ts'
import { paySources, readPayAgain } from '../payroll/index.ts'
import { Change } from './card.tsx'
import { Kpi } from './kpi.tsx'
import { useFresh } from './use-fresh.ts'
import css from './dashboard.module.css'

/** '+45,000' or '−12,000'. */
const signed = (amount: number): string => `${amount < 0 ? '' : '+'}${formatMoney(amount)}`

const LastSale = ({
  of: { nhan, thay_doi, phan_tram, phan_tram_truoc },
}: {
  of: NonNullable<PayToday['don_cuoi']>
}) => (
  <>
    <Change text={signed(thay_doi)} />
    <span className={css.kpiNote} title={nhan}>
      từ đơn cuối{phan_tram !== phan_tram_truoc && `, lên bậc ${phan_tram.toFixed(1)}%`}
    </span>
  </>
)

/** What is missing to the next tier, in words. */
function tierWords({ bac_toi, phan_tram }: PayToday): string {
  if (!bac_toi) return `bậc cao nhất ${phan_tram.toFixed(1)}%`
  const tier = `bậc ${bac_toi.phan_tram.toFixed(1)}%`
  return bac_toi.con_thieu === null
    ? `${tier} khi có ngày công`
    : `còn thiếu ${formatMoney(bac_toi.con_thieu)} để lên ${tier}`
}

/** The card; nothing for who has no row in the payroll. */
export function PayKpi() {
  useFresh(paySources, readPayAgain)
  const { data } = useCall(tinhluong.path, payToday, {}, { keep: true })
  if (data === null) return null
  return (
    <Kpi
      wide
      label={data ? `Lương tạm tính tháng ${Number(data.thang.slice(0, 2))}` : 'Lương tạm tính'}
      figure={data ? formatMoney(data.luong) : ''}
      {...(data && { href: `${screenOf('phieuluong').routes[0]}?startDate=${data.thang}` })}
      beside={data?.don_cuoi && <LastSale of={data.don_cuoi} />}
      note={data && tierWords(data)}
    />
  )
}
