/** 'Lương tạm tính' of a salesperson: pay of the month so far, gain of the last sale, the next tier (D3-PAY-10). */
import { formatMoney } from '#kit/contract/money.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { payToday, type PayToday } from '#subjects/pay/contract/calls/pay-today.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import { Panel } from '#figures/card.tsx'
import { useCall } from '#kit/web/query.ts'
import { paySources, readPayAgain } from '#subjects/pay/web/index.ts'
import { Change } from '#figures/change.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { addressWith } from '#platform/contract/screens.ts'
import { useFresh } from '#kit/web/use-fresh.ts'
import css from './dashboard.module.css'

function LastSale({ pay }: { pay: NonNullable<PayToday['don_cuoi']> }) {
  const tier = pay.phan_tram === pay.phan_tram_truoc ? '' : `, lên bậc ${pay.phan_tram.toFixed(1)}%`
  return (
    <span>
      <Change text={signedMoney(pay.thay_doi)} /> từ đơn cuối {pay.nhan}
      {tier}
    </span>
  )
}

/** The amount still missing to the next tier. */
function NextTier({ pay: { bac_toi, phan_tram } }: { pay: PayToday }) {
  if (!bac_toi) return <span>Hoa hồng đang ở bậc cao nhất {phan_tram.toFixed(1)}%</span>
  const tier = `bậc ${bac_toi.phan_tram.toFixed(1)}%`
  if (bac_toi.con_thieu === null) return <span>Chưa có ngày công để tính {tier}</span>
  return (
    <span>
      Còn thiếu <b data-num>{formatMoney(bac_toi.con_thieu)}</b> doanh thu để lên {tier}
    </span>
  )
}

/** Empty for users without a row in the payroll. */
export function PayStrip() {
  useFresh(paySources, readPayAgain)
  const { data } = useCall(tinhluong.path, payToday, {}, { keep: true })
  if (data === null) return null
  return (
    <Panel className={css.pay} aria-label="Lương tạm tính" aria-busy={!data || undefined}>
      {data && (
        <>
          <span>
            Doanh thu <b data-num>{formatMoney(data.doanhThu)}</b>
          </span>
          <span>
            Lương tạm tính tháng {Number(data.thang.slice(0, 2))}{' '}
            <FigureLink href={addressWith('phieuluong', { startDate: data.thang })}>
              <b data-num>{formatMoney(data.chi_tra)}</b>
            </FigureLink>
            {data.dieu_chinh !== 0 && `, trong đó điều chỉnh tháng trước ${signedMoney(data.dieu_chinh)}`}
          </span>
          {data.don_cuoi && <LastSale pay={data.don_cuoi} />}
          <NextTier pay={data} />
        </>
      )}
    </Panel>
  )
}
