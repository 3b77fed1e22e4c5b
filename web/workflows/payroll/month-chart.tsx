/** The results of several months as columns or table; a click shows the month (D3-PAY-13). */
import { useState } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { addMonths } from '../../../contract/month.ts'
import { monthResults, monthsShown } from '../../../contract/workflows/month-result.ts'
import { ChartWithTable } from '../../figures/chart-with-table.tsx'
import { ColumnChart } from '../../figures/column-chart.tsx'
import { useCall } from '../../kit/query.ts'
import { Button } from '../../kit/ui/button.tsx'
import { drawnFigure, figureNames, shownFigures, wordsOf } from './month-figures.ts'
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
      rows={months.toReversed().map((one) => ({
        key: one.thang,
        name: (
          <Button small look="ghost" onClick={() => show(one.thang)}>
            {one.thang}
            {one.tam_tinh && ' tạm tính'}
          </Button>
        ),
        cells: names.map((name) => (one[name] === null ? '-' : formatMoney(one[name]))),
        current: one.thang === month,
      }))}
      error={data ? null : error}
      retry={() => void refetch()}
    >
      <ColumnChart
        columns={months.map((one) => ({
          key: one.thang,
          name: `${one.thang.slice(0, 2)}${one.tam_tinh ? ' tạm tính' : ''}`,
          label: wordsOf(one),
          text: one[drawn] === null ? '' : millions(one[drawn]),
          values: [{ tone: one.thang === month ? 'now' : 'first', value: one[drawn] ?? 0 }],
          current: one.thang === month,
          onClick: () => show(one.thang),
        }))}
      />
    </ChartWithTable>
  )
}
