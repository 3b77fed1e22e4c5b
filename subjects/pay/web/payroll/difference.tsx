/** 'Vì sao khác tháng trước': the change of net pay as steps that add up (D3-PAY-04). */
import { formatMoney } from '#kit/contract/money.ts'
import { compareMonths } from '#subjects/pay/contract/calls/payroll.ts'
import { signedMoney } from '#kit/contract/compared.ts'
import { Statement, type StatementLine } from '#figures/statement.tsx'
import { useCall } from '#kit/web/query.ts'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { barsOf } from './waterfall.ts'
import css from './explain.module.css'

type Ends = { label: string; amount: number; position: number }

/** Net pay before or after. */
const endOf = ({ label, amount, position }: Ends): StatementLine => ({
  key: label,
  label,
  kind: 'sum',
  bar: { from: position, to: position, height: 10 },
  amounts: [formatMoney(amount)],
})

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
        <Statement
          compact
          label="Vì sao khác tháng trước"
          lines={[
            endOf({ label: `Thực nhận tháng ${thang_truoc}`, amount: truoc.luongThucNhan, position: start }),
            ...bars.map(({ key, label, detail, amount, from, to }): StatementLine => ({
              key,
              label,
              note: <span title={detail}>{detail}</span>,
              bar: { from, to, height: 10, tone: amount < 0 ? 'soft' : undefined },
              amounts: [signedMoney(amount)],
            })),
            endOf({
              label: `Thực nhận tháng ${nay.thangTinhLuong}`,
              amount: nay.luongThucNhan,
              position: end,
            }),
          ]}
        />
      )}
    </section>
  )
}
