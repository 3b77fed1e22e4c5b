/** The result of the months side by side, as bars or as a table; each month opens itself (D3-PAY-13). */
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { addMonths } from '../../../contract/month.ts'
import { monthResults, monthsShown, type MonthFigures } from '../../../contract/workflows/month-result.ts'
import { useCall } from '../../kit/query.ts'
import { ChartSwitch } from '../../kit/ui/chart-switch.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { ChartTable } from '../../kit/ui/chart-table.tsx'
import { figureNames, figures, monthBars, shownFigures } from './month-bars.ts'
import css from './month-side.module.css'

type MonthsProps = { months: readonly MonthFigures[]; chosen: string; show: (month: string) => void }

const amountText = (amount: number | null): string => (amount === null ? '-' : formatMoney(amount))
const millions = (amount: number): string => formatMoney(amount / 1_000_000)
const saidOf = (month: MonthFigures): string => {
  const said = figures
    .filter((figure) => month[figure] !== null)
    .map((figure) => `${figureNames[figure].toLowerCase()} ${amountText(month[figure])} đồng`)
    .join(', ')
  return month.tam_tinh ? `tạm tính, ${said}` : said
}

const Bars = ({ months, chosen, show }: MonthsProps) => {
  const chart = monthBars(months)
  return (
    <ol className={css.months}>
      {chart.months.map(({ month, bars }) => (
        <li key={month.thang}>
          <button
            type="button"
            aria-pressed={month.thang === chosen}
            title={saidOf(month)}
            onClick={() => show(month.thang)}
          >
            <VisuallyHidden>
              Tháng {month.thang}: {saidOf(month)}
            </VisuallyHidden>
            <b aria-hidden data-num data-less={(month.ket_qua ?? 0) < 0 || undefined}>
              {month.ket_qua === null ? '' : millions(month.ket_qua)}
            </b>
            <span className={css.bars}>
              <i className={css.zero} style={{ bottom: `${chart.zero * 100}%` }} />
              {bars.map(({ figure, from, to }) => (
                <span key={figure}>
                  <i
                    data-figure={figure}
                    style={{ bottom: `${from * 100}%`, height: `${(to - from) * 100}%` }}
                  />
                </span>
              ))}
            </span>
            <small aria-hidden>
              {month.thang.slice(0, 2)}
              {month.tam_tinh && ' tạm tính'}
            </small>
          </button>
        </li>
      ))}
    </ol>
  )
}

const Table = ({ months, chosen, show }: MonthsProps) => (
  <ChartTable
    label="Bảng kết quả các tháng"
    heads={['Tháng', ...shownFigures(months).map((figure) => figureNames[figure])]}
  >
    {months.toReversed().map((month) => (
      <tr key={month.thang} aria-current={month.thang === chosen || undefined}>
        <th scope="row">
          <button type="button" className={css.monthName} onClick={() => show(month.thang)}>
            {month.thang}
            {month.tam_tinh && ' tạm tính'}
          </button>
        </th>
        {shownFigures(months).map((figure) => (
          <td key={figure}>{amountText(month[figure])}</td>
        ))}
      </tr>
    ))}
  </ChartTable>
)

const monthsTo = (last: string): string[] =>
  Array.from({ length: monthsShown }, (_, ago) => addMonths(last, -ago))

/** The card; it begins with `month` as the last one. */
export function MonthChart({ month, show }: { month: string; show: (month: string) => void }) {
  const [asTable, setAsTable] = useState(false)
  const [last, setLast] = useState(month)
  // A month that is among them is chosen without moving the others.
  const end = monthsTo(last).includes(month) ? last : month
  if (end !== last) setLast(end)
  const input = { startDate: end }
  const { data, error, refetch } = useCall('ketquathang', monthResults, input, { keep: true })
  const months = data?.values ?? []
  return (
    <section className={css.card} aria-label="Kết quả các tháng" aria-busy={!data || undefined}>
      <header>
        <h2>Kết quả các tháng</h2>
        {!asTable && <span>triệu đồng</span>}
        <ChartSwitch asTable={asTable} turn={setAsTable} />
      </header>
      {error && !data ? (
        <ErrorNote error={error} title="Chưa tải được biểu đồ" retry={() => void refetch()} />
      ) : asTable ? (
        <Table months={months} chosen={month} show={show} />
      ) : (
        <>
          <Bars months={months} chosen={month} show={show} />
          <p className={css.legend} aria-hidden>
            {shownFigures(months).map((figure) => (
              <span key={figure}>
                <i data-figure={figure} /> {figureNames[figure]}
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  )
}
