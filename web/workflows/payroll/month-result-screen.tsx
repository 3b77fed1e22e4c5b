/** 'Kết quả tháng': what is left of a month's revenue, last month beside it, each figure opening its rows (D3-PAY-13). */
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { can } from '../../../contract/abilities.ts'
import { formatMoney } from '../../../contract/money.ts'
import { readMonth, thisMonth } from '../../../contract/month.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { screenOf } from '../../../contract/screens.ts'
import {
  deductedCosts,
  monthResult,
  registers,
  resultItems,
  type ResultItem,
} from '../../../contract/workflows/month-result.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useActor } from '../../kit/session.ts'
import { useTab } from '../../kit/tab-state.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { rowsOf, useFresh } from '../dashboard/index.ts'
import { LargestCosts } from './largest-costs.tsx'
import { MonthBox } from './month-box.tsx'
import { MonthChart } from './month-chart.tsx'
import { checks, resultRows, rowsBehind, type Bar, type ResultRow } from './result-rows.ts'
import css from './month-result.module.css'
import side from './month-side.module.css'

const key = 'ketquathang'
const sources = [...tinhluong.sources, ...registers]
const again = (): void => void refresh(key)
const { label: title } = screenOf('ketquathang')

type FigureProps = { ma: ResultItem; amount: number; month: string }

/** A figure, and the way to its rows for those who may open them. */
function Figure({ ma, amount, month }: FigureProps) {
  const actor = useActor()
  const behind = rowsBehind(ma, month)
  if (!behind || !can(actor, screenOf(behind.screen).may)) return formatMoney(amount)
  return (
    <Link
      href={rowsOf(behind.screen, behind.filters)}
      title={`Mở các dòng của tháng ${month}`}
      aria-label={`${resultItems[ma].label} tháng ${month}: ${formatMoney(amount)}`}
    >
      {formatMoney(amount)}
    </Link>
  )
}

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`
const percent = (share: number | null): string => {
  if (share === null) return ''
  const text = Math.abs(share).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${share < 0 ? '−' : '+'}${text}`
}

const Bars = ({ of }: { of: Bar | null }) =>
  of && (
    <span className={css.track} aria-hidden>
      <i
        data-sum={of.sum || undefined}
        style={{ left: `${of.from * 100}%`, right: `${(1 - of.to) * 100}%` }}
      />
    </span>
  )

type MonthsProps = { thang: string; thang_truoc: string }

function Row({ row, thang, thang_truoc }: MonthsProps & { row: ResultRow }) {
  const { ma, now, before, share, count, kind, bar } = row
  const item: { label: string; unit?: string } = resultItems[ma]
  return (
    <tr data-kind={kind} data-result={ma === 'ket_qua' || undefined}>
      <th scope="row">
        {item.label}
        {count !== null && item.unit && (
          <small data-num>
            {count.toLocaleString('en-US')} {item.unit}
          </small>
        )}
      </th>
      <td>
        <Bars of={bar} />
      </td>
      <td data-num data-now>
        <Figure ma={ma} amount={now} month={thang} />
      </td>
      <td data-num>
        <Figure ma={ma} amount={before} month={thang_truoc} />
      </td>
      <td data-num>{signed(now - before)}</td>
      <td data-num>{percent(share)}</td>
    </tr>
  )
}

/** Which costs are hidden, and that there is no result without them. */
function Hidden({ has }: { has: (ma: ResultItem) => boolean }) {
  const hidden = deductedCosts.filter((name) => !has(name)).map((name) => resultItems[name].label)
  if (hidden.length === 0) return null
  return (
    <p className={css.hidden}>
      <IconLock size={16} stroke={1.9} aria-hidden />
      Bạn không có quyền xem {hidden.join(', ')}, vì vậy không có kết quả của tháng.
    </p>
  )
}

/** The screen of /app/ketquathang. */
export default function MonthResultScreen() {
  const { search } = useTab()
  const [month, setMonth] = useState(() => {
    const asked = new URLSearchParams(search).get('startDate') ?? ''
    return readMonth(asked) === null ? thisMonth() : asked
  })
  useFresh(sources, again)
  const { data, error, refetch } = useCall(key, monthResult, { startDate: month }, { keep: true })
  const rows = data ? resultRows(data.khoan) : []
  return (
    <div className={css.screen} data-flat>
      <ScreenHead title={title} note={data && `tháng ${data.thang}, so với ${data.thang_truoc}`}>
        <MonthBox value={month} onChange={setMonth} />
      </ScreenHead>
      <div className={side.page}>
        <div className={css.work} aria-busy={!data || undefined}>
          {error ? (
            <ErrorNote error={error} title="Chưa tải được kết quả tháng" retry={() => void refetch()} />
          ) : (
            data && (
              <>
                <table className={css.table} aria-label={title}>
                  <thead>
                    <tr>
                      <th scope="col">Khoản</th>
                      <td />
                      <th scope="col">{data.thang}</th>
                      <th scope="col">{data.thang_truoc}</th>
                      <th scope="col">Chênh lệch</th>
                      <th scope="col">%</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows
                      .filter(({ ma }) => !checks.includes(ma))
                      .map((row) => (
                        <Row key={row.ma} row={row} {...data} />
                      ))}
                  </tbody>
                  {rows.some(({ ma }) => checks.includes(ma)) && (
                    <tbody>
                      <tr className={css.section}>
                        <th scope="rowgroup" colSpan={6}>
                          Đối chiếu với hoàn tiền, không trừ vào kết quả
                        </th>
                      </tr>
                      {rows
                        .filter(({ ma }) => checks.includes(ma))
                        .map((row) => (
                          <Row key={row.ma} row={row} {...data} />
                        ))}
                    </tbody>
                  )}
                </table>
                <Hidden has={(ma) => rows.some((row) => row.ma === ma)} />
              </>
            )
          )}
        </div>
        <div className={side.side}>
          <MonthChart month={month} show={setMonth} />
          <LargestCosts month={month} />
        </div>
      </div>
    </div>
  )
}
