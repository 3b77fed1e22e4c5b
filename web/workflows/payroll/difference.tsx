/** 'Vì sao khác tháng trước': the difference of net pay as steps that add up to it (D3-PAY-04). */
import { formatMoney } from '../../../contract/money.ts'
import { compareMonths } from '../../../contract/workflows/payroll.ts'
import { signedMoney } from '../../../contract/compared.ts'
import { useCall } from '../../kit/query.ts'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { barsOf } from './waterfall.ts'
import css from './explain.module.css'

/** Where net pay stood and stands. */
const Standing = ({ label, amount, at }: { label: string; amount: number; at: number }) => (
  <li className={css.standing}>
    <span>{label}</span>
    <span className={css.track} aria-hidden>
      <i style={{ left: `${at * 100}%` }} />
    </span>
    <b data-num>{formatMoney(amount)}</b>
  </li>
)

/** The list of steps with their bars. */
export function Difference({ username, month }: { username: string; month: string }) {
  const { data, error, refetch } = useCall(
    'tinhluong',
    compareMonths,
    { username, startDate: month },
    { keep: true },
  )
  if (error)
    return <ErrorNote error={error} title="Chưa so được với tháng trước" retry={() => void refetch()} />
  if (!data) return <div className={css.difference} aria-busy />
  const { truoc, nay, thang_truoc, buoc } = data
  if (!truoc) return null
  const { bars, start, end } = barsOf(data)
  return (
    <section className={css.difference} aria-label="Vì sao khác tháng trước">
      <h3>
        Vì sao khác tháng trước
        <span data-num>
          {formatMoney(truoc.luongThucNhan)} → {formatMoney(nay.luongThucNhan)}
        </span>
        <b data-num>{signedMoney(nay.luongThucNhan - truoc.luongThucNhan)}</b>
      </h3>
      {buoc.length === 0 ? (
        <p>Không khác.</p>
      ) : (
        <ol>
          <Standing label={`Thực nhận tháng ${thang_truoc}`} amount={truoc.luongThucNhan} at={start} />
          {bars.map(({ key, label, detail, amount, from, to }) => (
            <li key={key}>
              <span title={detail}>
                {label} <small>{detail}</small>
              </span>
              <span className={css.track} aria-hidden>
                <i
                  data-less={amount < 0 || undefined}
                  style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
                />
              </span>
              <b data-num>{signedMoney(amount)}</b>
            </li>
          ))}
          <Standing label={`Thực nhận tháng ${nay.thangTinhLuong}`} amount={nay.luongThucNhan} at={end} />
        </ol>
      )}
    </section>
  )
}
