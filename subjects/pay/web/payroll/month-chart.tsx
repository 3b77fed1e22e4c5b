/** The results of several months as columns or table; a click shows the month (D3-PAY-13). */
import { useState } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { addMonths } from '#kit/contract/month.ts'
import { monthResults, monthsShown } from '#subjects/pay/contract/calls/month-result.ts'
import { ChartWithTable } from '#figures/chart-with-table.tsx'
import { ColumnChart } from '#figures/column-chart.tsx'
import { useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { drawnFigure, figureNames, shownFigures, describeMonth } from './month-figures.ts'
import css from './month-result.module.css'

const millions = (amount: number): string =>
  (amount / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 }).replace('-', '−')

const monthsTo = (last: string): string[] =>
  Array.from({ length: monthsShown }, (_, ago) => addMonths(last, -ago))

/** `month` is the last column at first. */
export function MonthChart({ month, show }: { month: string; show: (month: string) => void }) {
  const [last, setLast] = useState(month)
  // Choosing a visible month does not move the columns.
  const end = monthsTo(last).includes(month) ? last : month
  if (end !== last) setLast(end)
  const input = { startDate: end }
  const { data, error, refetch } = useCall('ketquathang', monthResults, input, { keep: true })
  const months = data?.values ?? []
  const names = shownFigures(months)
  const drawn = drawnFigure(months)
  return (
    <ChartWithTable
      title="Kết quả các tháng"
      className={css.chart}
      unit={`${drawn === 'ket_qua' ? '' : `${figureNames[drawn].toLowerCase()}, `}triệu đồng`}
      busy={!data}
      heads={['Tháng', ...names.map((name) => figureNames[name])]}
      rows={months.toReversed().map((figures) => ({
        key: figures.thang,
        name: (
          <Button small look="ghost" onClick={() => show(figures.thang)}>
            {figures.thang}
            {figures.tam_tinh && ' tạm tính'}
          </Button>
        ),
        cells: names.map((name) => (figures[name] === null ? '-' : formatMoney(figures[name]))),
        current: figures.thang === month,
      }))}
      error={data ? null : error}
      retry={() => void refetch()}
    >
      <ColumnChart
        columns={months.map((figures) => ({
          key: figures.thang,
          name: `${figures.thang.slice(0, 2)}${figures.tam_tinh ? ' tạm tính' : ''}`,
          label: describeMonth(figures),
          text: figures[drawn] === null ? '' : millions(figures[drawn]),
          values: [{ tone: figures.thang === month ? 'now' : 'first', value: figures[drawn] ?? 0 }],
          current: figures.thang === month,
          onClick: () => show(figures.thang),
        }))}
      />
    </ChartWithTable>
  )
}
