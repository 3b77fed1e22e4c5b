/** Revenue by day against refunds, for the filter of the list; also as a table. */
import { thousands } from '#kit/contract/thousands.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { revenueByDay } from '#subjects/pay/contract/calls/revenue.ts'
import { ChartWithTable } from '#figures/chart-with-table.tsx'
import { ColumnChart } from '#figures/column-chart.tsx'
import { FigureLink } from '#figures/figure-link.tsx'
import type { Filters } from '#kit/web/filters/list-state.ts'
import { useCall } from '#kit/web/query.ts'
import { barsOf, type Bar } from './day-figures.ts'
import { addressOf, successful } from './line-list.tsx'
import css from './revenue.module.css'

const labelOf = ({ fullName: fullLabel, revenue, refund, packages }: Bar): string =>
  `${fullLabel}: ${packages} gói, doanh thu ${formatMoney(revenue)} đồng, hoàn ${formatMoney(refund)} đồng`

/** The panel above the rows. */
export function DayChart({ filters }: { filters: Filters }) {
  const { data, error, refetch } = useCall(dsdttinhluong.path, revenueByDay, { ...filters }, { keep: true })
  const bars = barsOf(data?.values ?? [])
  const sold = bars.filter(({ packages }) => packages > 0)
  const top = Math.max(0, ...bars.flatMap(({ revenue, refund }) => [revenue, refund]))
  /** Link to the rows of a day or month under the list's other filters. */
  const address = ({ from, to }: Bar, only?: Filters): string =>
    addressOf('dsdttinhluong', { ...filters, ...only, startDate: from, endDate: to })
  return (
    <ChartWithTable
      title="Doanh thu theo ngày"
      className={css.panel}
      busy={!data}
      legend={[
        { tone: 'first', name: 'Doanh thu' },
        { tone: 'second', name: 'Tiền hoàn' },
      ]}
      more={<span>cao nhất {formatMoney(top)} đ</span>}
      heads={['Ngày', 'Số gói', 'Doanh thu', 'Tiền hoàn']}
      rows={sold.toReversed().map((bar) => ({
        key: bar.from,
        name: bar.fullName,
        cells: [
          thousands(bar.packages),
          <FigureLink key={bar.from} href={address(bar, successful)}>
            {formatMoney(bar.revenue)}
          </FigureLink>,
          formatMoney(bar.refund),
        ],
      }))}
      error={data ? null : error}
      retry={() => void refetch()}
    >
      <ColumnChart
        columns={bars.map((bar) => ({
          key: bar.from,
          name: bar.name,
          label: labelOf(bar),
          values: [
            { tone: 'first', value: bar.revenue },
            { tone: 'second', value: bar.refund },
          ],
          href: bar.packages > 0 ? address(bar) : null,
        }))}
      />
    </ChartWithTable>
  )
}
