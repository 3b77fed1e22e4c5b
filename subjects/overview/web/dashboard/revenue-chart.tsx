/** Revenue by day: bars of this month and a line of the last one, or both as a table. */
import { thousands } from '#kit/contract/thousands.ts'
import { changeText } from '#kit/contract/compared.ts'
import { formatDate } from '#kit/contract/dates.ts'
import type { Dashboard } from '#subjects/overview/contract/calls/dashboard.ts'
import { ChartWithTable, type TableRow } from '#figures/chart-with-table.tsx'
import { ColumnChart, type Column } from '#figures/column-chart.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import { axisMarks, millions, monthName } from './dashboard-figures.ts'
import { salesBetween } from './dashboard-links.ts'
import css from './dashboard.module.css'

type Day = Dashboard['days'][number]
type ChartProps = { days: readonly Day[]; today: string; team: string }

function columnOf({ day, revenue, before }: Day, { today, team }: ChartProps): Column {
  const earlier = before === null ? '' : `, cùng ngày tháng trước ${thousands(before)} đồng`
  return {
    key: day,
    name: day.slice(8),
    label: `${formatDate(day)}: ${thousands(revenue)} đồng${earlier}`,
    values: [{ tone: day === today ? 'now' : 'first', value: revenue }],
    tip: (
      <>
        <b>{formatDate(day)}</b>
        <span>{thousands(revenue)} đồng</span>
        {before !== null && <span>Tháng trước {thousands(before)}</span>}
      </>
    ),
    href: revenue > 0 ? salesBetween(day, day, team) : null,
    current: day === today,
  }
}

/** Newest day first; today has no comparison, as it is not over. */
const rowsOf = ({ days, today, team }: ChartProps): TableRow[] =>
  days
    .filter(({ day }) => day <= today)
    .toReversed()
    .map(({ day, revenue, before }) => ({
      key: day,
      name: formatDate(day),
      cells: [
        <FigureLink key={day} href={salesBetween(day, day, team)}>
          {thousands(revenue)}
        </FigureLink>,
        before === null ? '' : thousands(before),
        day === today || before === null ? '' : changeText(revenue, before),
      ],
    }))

export function RevenueChart(props: ChartProps) {
  const { days, today } = props
  const month = Number(today.slice(5, 7))
  const compared = days.some(({ before }) => before !== null)
  const empty = days.every(({ revenue, before }) => revenue === 0 && !before)
  const marks = axisMarks(Math.max(...days.flatMap(({ revenue, before }) => [revenue, before ?? 0])))
  return (
    <ChartWithTable
      title="Doanh thu theo ngày"
      unit="triệu đồng"
      className={css.eight}
      legend={[
        { tone: 'first', name: monthName(today) },
        ...(compared ? [{ tone: 'line', name: `Tháng ${month === 1 ? 12 : month - 1}` } as const] : []),
      ]}
      heads={['Ngày', 'Doanh thu', 'Tháng trước', 'Thay đổi']}
      rows={rowsOf(props)}
      empty={empty ? 'Chưa có doanh thu trong tháng này và tháng trước.' : undefined}
    >
      <ColumnChart
        sparse
        columns={days.map((day) => columnOf(day, props))}
        axis={{ marks, text: millions }}
        line={days.map(({ before }) => before)}
      />
    </ChartWithTable>
  )
}
