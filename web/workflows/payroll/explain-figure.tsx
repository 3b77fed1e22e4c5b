/** One figure: formula in words, values put in, parameters with their dates, and the rows that add up to it (D3-PAY-03). */
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatDate, formatInstant } from '../../../contract/dates.ts'
import { formatMoney } from '../../../contract/money.ts'
import { figureLabel, type PayFigure } from '../../../contract/reports/tinhluong.ts'
import { explainFigure, type Explanation } from '../../../contract/workflows/payroll.ts'
import { useCall } from '../../kit/query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { rowsOf } from '../dashboard/index.ts'
import { figureText } from './payroll-columns.tsx'
import css from './explain.module.css'

type Show = (figure: PayFigure) => void

/** Figures that go into this one; each opens its own explanation. */
function Parts({ told, show }: { told: Explanation; show: Show }) {
  if (told.thanh_phan.length === 0) return null
  return (
    <ul className={css.parts}>
      {told.thanh_phan.map(({ cot, nhan, gia_tri, dau }) => {
        const amount = cot ? figureText(cot, gia_tri) : formatMoney(gia_tri)
        return (
          <li key={nhan}>
            <b data-num>{dau < 0 ? `−${amount}` : amount}</b>
            {cot ? (
              <button type="button" onClick={() => show(cot)}>
                {nhan}
              </button>
            ) : (
              nhan
            )}
          </li>
        )
      })}
    </ul>
  )
}

const Parameters = ({ told }: { told: Explanation }) => (
  <ul className={css.params}>
    {told.tham_so.map(({ key, nhan, gia_tri, tu_ngay, username, at, ly_do }) => (
      <li key={key}>
        <IconHistory size={12} stroke={2} aria-hidden />
        <span>
          {nhan}: <b>{gia_tri}</b>
          <small>
            {tu_ngay === null
              ? 'mức đầu tiên'
              : `áp dụng từ ${formatDate(tu_ngay)}, ${username ?? ''} đặt ${formatInstant(at ?? '')}`}
            {ly_do && `, ${ly_do}`}
          </small>
        </span>
      </li>
    ))}
  </ul>
)

const when = (luc: string | null): string => {
  if (luc === null) return ''
  return luc.length === 10 ? formatDate(luc) : formatInstant(luc)
}

type SourcesProps = { told: Explanation; more: (() => void) | null }

/** The rows; their sum is that of the figure they are of. */
function Sources({ told: { cot, nguon }, more }: SourcesProps) {
  if (!nguon || nguon.count === 0) return null
  return (
    <section className={css.sources}>
      <table>
        <caption>
          {nguon.count.toLocaleString('en-US')} dòng
          {nguon.cua !== cot && ` của “${figureLabel(nguon.cua)}”`}
        </caption>
        <tbody>
          {nguon.values.map((row, at) => (
            <tr key={at}>
              <td data-num>{when(row.luc)}</td>
              <td>
                {row.mo ? (
                  <Link href={rowsOf(row.mo.man_hinh, row.mo.loc)} title="Mở dòng này trong danh sách">
                    {row.nhan}
                  </Link>
                ) : (
                  row.nhan
                )}
              </td>
              <td>{row.chi_tiet}</td>
              <td data-num>{figureText(nguon.cua, row.so)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>
              {more && (
                <Button small look="ghost" onClick={more}>
                  Xem cả {nguon.count.toLocaleString('en-US')} dòng
                </Button>
              )}
            </td>
            <td data-num>Cộng {figureText(nguon.cua, nguon.tong)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** Rows at first, and when all are asked for. */
const few = 5
const most = 500

type FigureProps = { username: string; month: string; figure: PayFigure; show: Show }

/** The right pane of the drawer. */
export function ExplainFigure({ username, month, figure, show }: FigureProps) {
  const [all, setAll] = useState(false)
  const input = { username, startDate: month, cot: figure, count: all ? most : few }
  const { data: told, error, refetch } = useCall('tinhluong', explainFigure, input, { keep: true })
  if (error) return <ErrorNote error={error} title="Chưa giải thích được" retry={() => void refetch()} />
  if (!told) return <div className={css.figure} aria-busy />
  return (
    <section className={css.figure} aria-label={told.nhan} aria-live="polite">
      <h3>
        {told.nhan} <b data-num>{figureText(told.cot, told.gia_tri)}</b>
      </h3>
      <p className={css.formula}>
        {told.cong_thuc}
        <b data-num>{told.phep_tinh}</b>
      </p>
      <Parts told={told} show={show} />
      <Parameters told={told} />
      <Sources
        told={told}
        more={told.nguon && told.nguon.values.length < told.nguon.count && !all ? () => setAll(true) : null}
      />
    </section>
  )
}
