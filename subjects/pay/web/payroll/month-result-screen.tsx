/**
 * 'Kết quả tháng': the result of a month beside that of the month before, each figure linked to its rows (D3-PAY-13).
 */
import { IconLock } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { thousands } from '#kit/contract/thousands.ts'
import { can } from '#platform/contract/abilities.ts'
import { todayVn } from '#kit/contract/dates.ts'
import type { Days } from '#kit/contract/earlier.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { readMonth, thisMonth } from '#kit/contract/month.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import { screenOf } from '#platform/contract/screens.ts'
import {
  deductedCosts,
  monthResult,
  registers,
  resultItems,
  type DeductedCost,
  type ResultItem,
} from '#subjects/pay/contract/calls/month-result.ts'
import { changeText, daysText, signedMoney } from '#kit/contract/compared.ts'
import { FigureLink } from '#figures/figure-link.tsx'
import { Statement, type StatementLine } from '#figures/statement.tsx'
import { CardScreen, Column, Columns } from '#figures/columns.tsx'
import { Panel } from '#figures/card.tsx'
import { refresh, useCall } from '#kit/web/query.ts'
import { useActor } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab-state.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { ScreenHead } from '#kit/web/ui/screen-head.tsx'
import { ErrorNote } from '#kit/web/ui/state.tsx'
import { addressWith } from '#platform/contract/screens.ts'
import { useFresh } from '#kit/web/use-fresh.ts'
import { LargestCosts } from './largest-costs.tsx'
import { MonthBox } from './month-box.tsx'
import { comparedWith, monthOrDays } from './compared-with.ts'
import { MonthChart } from './month-chart.tsx'
import {
  checks,
  costNames,
  daysOf,
  isCost,
  provisional,
  resultRows,
  rowsBehind,
  type ResultRow,
} from './result-rows.ts'
import css from './month-result.module.css'

const key = 'ketquathang'
const sources = [...tinhluong.sources, ...registers]
const retry = (): void => void refresh(key)
const { label: title } = screenOf('ketquathang')

type FigureProps = { ma: ResultItem; amount: number; days: Days }

/** A figure, linked to its rows for those who may open them. */
function Figure({ ma, amount, days }: FigureProps) {
  const actor = useActor()
  const behind = rowsBehind(ma, days)
  const period = monthOrDays(days)
  if (!behind || !can(actor, screenOf(behind.screen).may)) return formatMoney(amount)
  return (
    <FigureLink
      href={addressWith(behind.screen, behind.filters)}
      title={`Mở các dòng của ${period}`}
      aria-label={`${resultItems[ma].label} ${period}: ${formatMoney(amount)}`}
    >
      {formatMoney(amount)}
    </FigureLink>
  )
}

type Result = AnswerOf<typeof monthResult>
type Choose = { chosen: DeductedCost | null; choose: (cost: DeductedCost | null) => void }

/** The name of a line; a cost opens its details beside the statement. */
function Label({ row: { ma, less, kind }, chosen, choose }: Choose & { row: ResultRow }) {
  const label = ma === 'chi_phi' ? 'Chi phí' : resultItems[ma].label
  if (!isCost(ma)) return less ? <Less>{label}</Less> : label
  const name = (
    <button
      type="button"
      className={css.choose}
      aria-label={label}
      aria-pressed={chosen === ma}
      onClick={() => choose(chosen === ma ? null : ma)}
    >
      {kind === 'inner' ? costNames[ma] : label}
    </button>
  )
  return kind === 'inner' ? name : <Less>{name}</Less>
}

const Less = ({ children }: { children: ReactNode }) => (
  <>
    <span data-quiet>trừ</span> {children}
  </>
)

/** Number of rows behind it, and whether it is provisional. */
function noteOf({ ma, so, kind }: ResultRow, running: boolean): string {
  const item: { label: string; unit?: string } = ma === 'chi_phi' ? resultItems.chiphiquanly : resultItems[ma]
  const rows = so !== null && item.unit && `${thousands(so)} ${kind === 'inner' ? '' : item.unit}`
  const soFar = running && ma !== 'chi_phi' && provisional.includes(ma) && kind !== 'inner' && 'tạm tính'
  return [soFar, rows].filter(Boolean).join(', ')
}

function lineOf(row: ResultRow, { thang, tam_tinh, so_voi }: Result, choice: Choose): StatementLine {
  const { ma, nay, truoc, kind, bar } = row
  const figure = (amount: number, days: Days): ReactNode =>
    ma === 'chi_phi' ? formatMoney(amount) : <Figure ma={ma} amount={amount} days={days} />
  return {
    key: ma,
    label: <Label row={row} {...choice} />,
    note: noteOf(row, tam_tinh),
    kind,
    current: choice.chosen === ma,
    bar,
    amounts: [
      figure(nay, daysOf(thang)),
      so_voi && truoc !== null && figure(truoc, so_voi),
      truoc !== null && signedMoney(nay - truoc),
      truoc !== null && changeText(nay, truoc),
    ],
  }
}

/** Names the hidden costs; without them there is no result. */
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

const Legend = ({ before }: { before: string }) => (
  <p className={css.legend} aria-hidden>
    <span>
      <i /> còn lại
    </span>
    <span>
      <i data-soft /> mức trừ
    </span>
    {before && (
      <span>
        <i data-mark /> {before}
      </span>
    )}
  </p>
)

/** The statement with its hidden lines and legend. */
function ResultBody({ data, ...choice }: Choose & { data: Result }) {
  const { tam_tinh, so_voi, thang, thang_truoc } = data
  const rows = resultRows(data.khoan)
  const linesOf = (apart: boolean): StatementLine[] =>
    rows
      .filter(({ ma }) => (checks as readonly string[]).includes(ma) === apart)
      .map((row) => lineOf(row, data, choice))
  const before = so_voi ? (tam_tinh ? daysText(so_voi) : thang_truoc) : ''
  return (
    <>
      <Statement
        label={title}
        heads={['Khoản', tam_tinh ? 'Tạm tính' : thang, before, 'Chênh lệch', '%']}
        lines={linesOf(false)}
        apart={{ title: 'Đối chiếu với hoàn tiền, không trừ vào kết quả', lines: linesOf(true) }}
      />
      <Hidden has={(ma) => rows.some((row) => row.ma === ma)} />
      <Legend before={before} />
    </>
  )
}

/** The screen of /app/ketquathang. */
export default function MonthResultScreen() {
  const { search } = useTab()
  const [month, setMonth] = useState(() => {
    const requested = new URLSearchParams(search).get('startDate') ?? ''
    return readMonth(requested) === null ? thisMonth() : requested
  })
  useFresh(sources, retry)
  const { data, error, refetch } = useCall(key, monthResult, { startDate: month }, { keep: true })
  const [chosen, choose] = useState<DeductedCost | null>(null)
  const cost = data?.khoan.find(({ ma }) => ma === chosen)
  return (
    <CardScreen>
      <ScreenHead
        title={title}
        note={
          data && (
            <>
              {data.tam_tinh && (
                <Pill tone="amber">Tạm tính đến {daysText({ start: todayVn(), end: todayVn() })}</Pill>
              )}{' '}
              {comparedWith(data)}
            </>
          )
        }
      >
        <MonthBox value={month} onChange={setMonth} />
      </ScreenHead>
      <Columns widths="minmax(0, 1fr) 340px">
        <Panel className={css.work} aria-busy={!data || undefined}>
          {error ? (
            <ErrorNote error={error} title="Chưa tải được kết quả tháng" retry={() => void refetch()} />
          ) : (
            data && <ResultBody data={data} chosen={chosen} choose={choose} />
          )}
        </Panel>
        <Column>
          <MonthChart month={month} show={setMonth} />
          <LargestCosts
            month={month}
            chosen={cost && chosen ? { ...cost, ma: chosen } : null}
            compared={data?.so_voi ?? null}
          />
        </Column>
      </Columns>
    </CardScreen>
  )
}
