/** Revenue by day against refunds, over the filter of the list; the same as a table. */
import { useContext, useState } from 'react'
import { Link } from 'wouter'
import { formatMoney } from '../../../contract/money.ts'
import { dsdttinhluong } from '../../../contract/resources/dsdttinhluong.ts'
import { revenueByDay } from '../../../contract/workflows/revenue.ts'
import type { Filters } from '../../kit/filters/list-state.ts'
import { useCall } from '../../kit/query.ts'
import { ChartSwitch } from '../../kit/ui/chart-switch.tsx'
import { ErrorNote } from '../../kit/ui/state.tsx'
import { ChartTable } from '../../kit/ui/chart-table.tsx'
import { addressOf, FiltersContext } from './line-list.tsx'
import { barsOf, type Bar } from './day-figures.ts'
import css from './revenue.module.css'

/** The rows of a day or month, under the other filters. */
function useAddress(): (bar: Bar, only?: Filters) => string {
  const filters = useContext(FiltersContext)
  return ({ from, to }, only) =>
    addressOf('dsdttinhluong', { ...filters, ...only, startDate: from, endDate: to })
}

const Column = ({ bar, top }: { bar: Bar; top: number }) => {
  const address = useAddress()
  const { said, name, revenue, refund, packages } = bar
  const spoken = `${said}: ${packages} gói, doanh thu ${formatMoney(revenue)} đồng, hoàn ${formatMoney(refund)} đồng`
  return (
    <li className={css.day} title={spoken}>
      <span className={css.column}>
        {packages > 0 && (
          <Link className={css.bars ?? ''} href={address(bar)} aria-label={spoken}>
            <i className={css.revenue} style={{ height: `${(revenue / top) * 100}%` }} />
            <i className={css.refund} style={{ height: `${(refund / top) * 100}%` }} />
          </Link>
        )}
      </span>
      <span className={css.dayName} aria-hidden>
        {name}
      </span>
    </li>
  )
}

const Table = ({ bars }: { bars: readonly Bar[] }) => {
  const address = useAddress()
  return (
    <ChartTable label="Bảng doanh thu theo ngày" heads={['Ngày', 'Số gói', 'Doanh thu', 'Tiền hoàn']}>
      {bars
        .filter(({ packages }) => packages > 0)
        .toReversed()
        .map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{bar.said}</th>
            <td>{bar.packages.toLocaleString('en-US')}</td>
            <td>
              <Link className={css.figure ?? ''} href={address(bar, { status: 'SUCCESS' })}>
                {formatMoney(bar.revenue)}
              </Link>
            </td>
            <td>{formatMoney(bar.refund)}</td>
          </tr>
        ))}
    </ChartTable>
  )
}

/** The panel over the rows. */
export function DayChart() {
  const filters = useContext(FiltersContext)
  const [asTable, setAsTable] = useState(false)
  const { data, error, refetch } = useCall(dsdttinhluong.path, revenueByDay, { ...filters }, { keep: true })
  const bars = barsOf(data?.values ?? [])
  const top = Math.max(1, ...bars.flatMap(({ revenue, refund }) => [revenue, refund]))
  return (
    <section className={css.panel} aria-label="Doanh thu theo ngày" aria-busy={!data}>
      <header>
        <h2>Doanh thu theo ngày</h2>
        {!asTable && (
          <span className={css.legend} aria-hidden>
            <i className={css.revenue} /> Doanh thu <i className={css.refund} /> Tiền hoàn
            <span>cao nhất {formatMoney(top === 1 ? 0 : top)} đ</span>
          </span>
        )}
        <ChartSwitch asTable={asTable} turn={setAsTable} />
      </header>
      {error && !data ? (
        <ErrorNote error={error} title="Chưa tải được biểu đồ" retry={() => void refetch()} />
      ) : asTable ? (
        <Table bars={bars} />
      ) : (
        <ol className={css.days}>
          {bars.map((bar) => (
            <Column key={bar.from} bar={bar} top={top} />
          ))}
        </ol>
      )}
    </section>
  )
}
