/** 'Kết quả tháng': what is left of a month's revenue, last month beside it, each figure opening its rows (D3-PAY-13). */
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { can } from '../../../contract/abilities.ts'
import type { Days } from '../../../contract/earlier.ts'
import type { AnswerOf } from '../../../contract/kit/call.ts'
import { formatMoney } from '../../../contract/money.ts'
import { formatMonth, readMonth, thisMonth } from '../../../contract/month.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import { screenOf } from '../../../contract/screens.ts'
import {
  deductedCosts,
  monthResult,
  registers,
  resultItems,
  type ResultItem,
} from '../../../contract/workflows/month-result.ts'
import { changeText, comparedText, daysText, signedMoney } from '../../../contract/compared.ts'
import { refresh, useCall } from '../../kit/query.ts'
import { useActor } from '../../kit/session.ts'
import { useTab } from '../../kit/tab-state.tsx'
import { ScreenHead } from '../../kit/ui/screen-head.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { rowsOf, useFresh } from '../dashboard/index.ts'
import { LargestCosts } from './largest-costs.tsx'
import { MonthBox } from './month-box.tsx'
import { MonthChart } from './month-chart.tsx'
import {
  checks,
  daysOf,
  provisional,
  resultRows,
  rowsBehind,
  type Bar,
  type ResultRow,
} from './result-rows.ts'
import css from './month-result.module.css'
import side from './month-side.module.css'

/** 'tháng 10/2026', or the days of a part of it. */
const monthOrDays = (days: Days): string => {
  const month = formatMonth(days.start)
  return days.end === daysOf(month).end ? `tháng ${month}` : daysText(days)
}

const key = 'ketquathang'
const sources = [...tinhluong.sources, ...registers]
const again = (): void => void refresh(key)
const { label: title } = screenOf('ketquathang')

type FigureProps = { ma: ResultItem; amount: number; days: Days }

/** A figure, and the way to its rows for those who may open them. */
function Figure({ ma, amount, days }: FigureProps) {
  const actor = useActor()
  const behind = rowsBehind(ma, days)
  const said = monthOrDays(days)
  if (!behind || !can(actor, screenOf(behind.screen).may)) return formatMoney(amount)
  return (
    <Link
      href={rowsOf(behind.screen, behind.filters)}
      title={`Mở các dòng của ${said}`}
      aria-label={`${resultItems[ma].label} ${said}: ${formatMoney(amount)}`}
    >
      {formatMoney(amount)}
    </Link>
  )
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

type MonthsProps = Pick<AnswerOf<typeof monthResult>, 'thang' | 'tam_tinh' | 'so_voi'>

function Row({ row, thang, tam_tinh, so_voi }: MonthsProps & { row: ResultRow }) {
  const { ma, nay, truoc, so, less, kind, bar } = row
  const item: { label: string; unit?: string } = resultItems[ma]
  return (
    <tr data-kind={kind} data-result={ma === 'ket_qua' || undefined}>
      <th scope="row">
        {less && <span className={css.less}>trừ</span>} {item.label}
        {tam_tinh && provisional.includes(ma) && kind !== 'inner' && <small>tạm tính</small>}
        {so !== null && item.unit && (
          <small data-num>
            {so.toLocaleString('en-US')} {item.unit}
          </small>
        )}
      </th>
      <td>
        <Bars of={bar} />
      </td>
      <td data-num data-now>
        <Figure ma={ma} amount={nay} days={daysOf(thang)} />
      </td>
      <td data-num>{so_voi && truoc !== null && <Figure ma={ma} amount={truoc} days={so_voi} />}</td>
      <td data-num>{truoc !== null && signedMoney(nay - truoc)}</td>
      <td data-num>{truoc !== null && changeText(nay, truoc)}</td>
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

/** Which month, whether it is over, and what it is compared with. */
function noteOf({ thang, tam_tinh, so_voi }: MonthsProps): string {
  const parts = [
    `${tam_tinh ? 'tạm tính ' : ''}tháng ${thang}`,
    so_voi && (tam_tinh ? comparedText(so_voi) : `so với ${monthOrDays(so_voi)}`),
    tam_tinh && 'lương và kết quả so khi hết tháng',
  ]
  return parts.filter(Boolean).join(', ')
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
      <ScreenHead title={title} note={data && noteOf(data)}>
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
                      <th scope="col">{data.tam_tinh ? 'Tạm tính' : data.thang}</th>
                      <th scope="col">
                        {data.so_voi && (data.tam_tinh ? daysText(data.so_voi) : data.thang_truoc)}
                      </th>
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
