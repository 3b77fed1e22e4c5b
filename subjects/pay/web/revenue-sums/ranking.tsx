/** Ranking by revenue: a bar per row of the report with a mark for the compared days. A bar opens its rows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fromFilterDate, toFilterDate } from '#kit/contract/dates.ts'
import { earlierDays, type Days } from '#kit/contract/earlier.ts'
import { noneValue } from '#kit/contract/resource.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { formatMoney } from '#kit/contract/money.ts'
import type { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import type { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { changeText, comparedText } from '#kit/contract/compared.ts'
import { AmountList, type Line } from '#figures/amount-list.tsx'
import { SidePanel } from '#figures/side-panel.tsx'
import { Change } from '#figures/change.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { addressBehind, mayOpen } from '#kit/web/report/behind.ts'
import { listOfReport } from '#kit/web/report/list-of-report.ts'
import { useActor } from '#kit/web/session.ts'

type Report = typeof reportstaffrevenue | typeof reportbranchrevenue
type Row = RowOf<Report> & { username_nv: string; doanhThu: number }

/** Number of bars, and of rows read for the compared days. */
const maxBars = 10
const mostRows = 1000
const figure = 'doanhThu'

const useRows = (report: Report, filters: Filters | null, count: number) =>
  useQuery({
    queryKey: [report.sources, report.path, 'ranking', filters, count],
    queryFn: ({ signal }) => {
      const query = { ...filters, sort: `-${figure}`, page: '0', count: String(count) }
      return listOfReport<Report, Row>(report).read(query, { signal })
    },
    enabled: filters !== null,
    placeholderData: keepPreviousData,
  })

/** The days that the filter's days are compared with (D3-ONE-02). */
function daysBefore({ startDate = '', endDate = '' }: Filters): Days | null {
  const [start, end] = [fromFilterDate(startDate), fromFilterDate(endDate)]
  return start && end ? earlierDays({ start, end }) : null
}

/** Revenue that belongs to nobody has no rank. */
const ranked = (row: Row): boolean => row.doanhThu > 0 && row.username_nv !== noneValue

type AmountProps = { report: Report; row: Row; amount: number; filters: Filters; label: string }

/** An amount, linked to its rows if the reader may see them. */
function Amount({ report, row, amount, filters, label }: AmountProps) {
  const actor = useActor()
  const behind = report.behind[figure]
  const text = formatMoney(amount)
  if (!behind || amount === 0 || !mayOpen(report, behind, actor)) return text
  return (
    <FigureLink href={addressBehind(report, behind, filters, row)} aria-label={`${label} ${text} đ`}>
      {text}
    </FigureLink>
  )
}

type RankingProps = { report: Report; title: string; filters: Filters }

/** Empty while no row has revenue. */
export function Ranking({ report, title, filters }: RankingProps) {
  const days = daysBefore(filters)
  const earlierQuery = days && {
    ...filters,
    startDate: toFilterDate(days.start),
    endDate: toFilterDate(days.end),
  }
  const now = useRows(report, filters, maxBars).data?.values.filter(ranked) ?? []
  const former = useRows(report, earlierQuery, mostRows).data
  // Days before the first data have no comparison.
  const earlier = former?.tongGoi ? earlierQuery : null
  const then = new Map(former?.values.map((row) => [row.username_nv, row.doanhThu]) ?? [])
  if (now.length === 0) return null
  const most = Math.max(...now.flatMap((row) => [row.doanhThu, then.get(row.username_nv) ?? 0]))
  const lineOf = (row: Row): Line => {
    const name = row.ten_nv ?? row.username_nv
    const before = then.get(row.username_nv) ?? 0
    const amount = { report, row, label: name }
    return {
      key: row.username_nv,
      name,
      title: `${name} (${row.username_nv})`,
      amount: <Amount {...amount} amount={row.doanhThu} filters={filters} />,
      bars: [
        { to: row.doanhThu / most, height: 8 },
        ...(earlier ? [{ to: before / most, tone: 'quiet' } as const] : []),
      ],
      ...(earlier && {
        note: <Change text={changeText(row.doanhThu, before)} />,
        noteEnd: (
          <>
            Kỳ trước <Amount {...amount} amount={before} filters={earlier} label={`${name} kỳ trước`} />
          </>
        ),
      }),
    }
  }
  return (
    <SidePanel wideOnly title={title} note={`Doanh thu${days && earlier ? `, ${comparedText(days)}` : ''}`}>
      <AmountList lines={now.map(lineOf)} />
    </SidePanel>
  )
}
