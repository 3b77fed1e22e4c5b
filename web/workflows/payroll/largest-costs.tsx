/** The largest costs of the month beside its result: what, who, when, and the way to the record (D3-PAY-13). */
import { Link } from 'wouter'
import { formatDate, toFilterDate } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { largestCosts, resultItems, type LargeCost } from '../../../contract/workflows/month-result.ts'
import { useCall } from '../../kit/query.ts'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { rowsOf } from '../dashboard/index.ts'
import css from './month-side.module.css'

/** The records of that day and person in their register. */
const addressOf = ({ ma, ngay_nhap, nguoi_thuc_hien }: LargeCost): string => {
  const startDate = toFilterDate(ngay_nhap)
  return rowsOf(ma, { startDate, endDate: startDate, nguoi_thuc_hien })
}

const Cost = ({ cost }: { cost: LargeCost }) => {
  const { ma, noi_dung, nguoi_thuc_hien, ngay_nhap, don_gia, so_luong, thanh_tien } = cost
  return (
    <li>
      <Link href={addressOf(cost)} title="Mở bản ghi trong danh sách">
        {noi_dung}
      </Link>
      <b data-num>{formatMoney(thanh_tien)}</b>
      <small>
        {resultItems[ma].label}, {nguoi_thuc_hien}, <span data-num>{formatDate(ngay_nhap)}</span>
      </small>
      <small data-num>
        {so_luong !== 1 && `${formatMoney(don_gia)} × ${so_luong.toLocaleString('en-US')}`}
      </small>
    </li>
  )
}

/** The card of `month`. */
export function LargestCosts({ month }: { month: string }) {
  const { data, error, refetch } = useCall('ketquathang', largestCosts, { startDate: month }, { keep: true })
  const { values = [], so = 0, tong = 0 } = data ?? {}
  const left = tong - values.reduce((sum, { thanh_tien }) => sum + thanh_tien, 0)
  return (
    <section className={css.card} aria-label="Chi phí lớn nhất" aria-busy={!data || undefined}>
      <header>
        <h2>Chi phí lớn nhất</h2>
        {so > 0 && <span data-num>{so.toLocaleString('en-US')} bản ghi</span>}
        <b data-num>{so > 0 && formatMoney(tong)}</b>
      </header>
      {error && !data && (
        <ErrorNote error={error} title="Chưa tải được chi phí" retry={() => void refetch()} />
      )}
      {data && so === 0 && <p className={css.calm}>Tháng {month} chưa có chi phí nào.</p>}
      <ol className={css.costs}>
        {values.map((cost) => (
          <Cost key={cost.id} cost={cost} />
        ))}
        {so > values.length && (
          <li>
            <span>{(so - values.length).toLocaleString('en-US')} bản ghi khác</span>
            <b data-num>{formatMoney(left)}</b>
          </li>
        )}
      </ol>
    </section>
  )
}
