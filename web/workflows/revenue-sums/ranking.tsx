/** Who earned most: a bar for each row of the report, the same days of the month before beneath it. A bar opens its lines. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reportPath, type Report } from '../../../contract/kit/report.ts'
import { formatMoney } from '../../../contract/money.ts'
import { request } from '../../kit/client.ts'
import type { Filters } from '../../kit/filters/list-state.ts'
import { addressBehind, opens } from '../../kit/report/behind.ts'
import { useActor } from '../../kit/session.ts'
import { earlierDays } from './earlier.ts'
import css from './revenue-sums.module.css'

type Row = { username_nv: string; ten_nv: string | null; doanh_thu_tam_tinh: number }
type Rows = { values: Row[] }

/** Bars at most, and rows of the days before among which theirs are found. */
const shown = 10
const mostRows = 1000
const figure = 'doanh_thu_tam_tinh'

const useRows = (report: Report, filters: Filters | null, count: number) =>
  useQuery({
    queryKey: [report.sources, report.path, 'ranking', filters, count],
    queryFn: async ({ signal }) => {
      const query = { ...filters, sort: `-${figure}`, page: '0', count: String(count) }
      return (await request<Rows>('GET', reportPath(report, 'list'), query, { signal })).data.values
    },
    enabled: filters !== null,
    placeholderData: keepPreviousData,
  })

/** '+5.4%' or '−2.4%'; '' when there is nothing to compare with. */
function changeOf(now: number, before: number): string {
  if (before === 0) return ''
  const share = ((now - before) / before) * 100
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}

type AmountProps = { report: Report; row: Row; amount: number; filters: Filters; label: string }

/** An amount that opens its lines, where the reader may see them. */
function Amount({ report, row, amount, filters, label }: AmountProps) {
  const actor = useActor()
  const behind = report.behind[figure]
  const text = formatMoney(amount)
  if (!behind || amount === 0 || !opens(behind, actor)) return <span data-num>{text}</span>
  return (
    <Link
      className={css.amount ?? ''}
      href={addressBehind(report, behind, filters, row)}
      aria-label={`${label} ${text} đ`}
    >
      <span data-num>{text}</span>
    </Link>
  )
}

const Bar = ({ share, before }: { share: number; before?: true }) => (
  <span className={css.bar} data-before={before} aria-hidden>
    <i style={{ width: `${share * 100}%` }} />
  </span>
)

type RankingProps = { report: Report; title: string; filters: Filters }

/** The chart with its figures; nothing while no row has revenue. */
export function Ranking({ report, title, filters }: RankingProps) {
  const days = earlierDays(filters.startDate, filters.endDate)
  const earlier = days && { ...filters, ...days }
  const now = useRows(report, filters, shown).data?.filter((row) => row.doanh_thu_tam_tinh > 0) ?? []
  const then = new Map(
    useRows(report, earlier, mostRows).data?.map((row) => [row.username_nv, row.doanh_thu_tam_tinh]) ?? [],
  )
  if (now.length === 0) return null
  const most = Math.max(...now.flatMap((row) => [row.doanh_thu_tam_tinh, then.get(row.username_nv) ?? 0]))
  return (
    <section className={css.ranking} aria-label={title}>
      <h2>{title}</h2>
      <p>Doanh thu tạm tính{days && `, vạch dưới là ${days.startDate} – ${days.endDate}`}</p>
      <ol>
        {now.map((row) => {
          const name = row.ten_nv ?? row.username_nv
          const before = then.get(row.username_nv) ?? 0
          const change = changeOf(row.doanh_thu_tam_tinh, before)
          return (
            <li key={row.username_nv}>
              <span className={css.name} title={`${name} (${row.username_nv})`}>
                {name}
              </span>
              <b>
                <Amount
                  report={report}
                  row={row}
                  amount={row.doanh_thu_tam_tinh}
                  filters={filters}
                  label={name}
                />
              </b>
              <Bar share={row.doanh_thu_tam_tinh / most} />
              {earlier && (
                <>
                  <Bar share={before / most} before />
                  <span className={css.change} data-down={change.startsWith('−') || undefined} data-num>
                    {change}
                  </span>
                  <span className={css.before}>
                    Kỳ trước{' '}
                    <Amount
                      report={report}
                      row={row}
                      amount={before}
                      filters={earlier}
                      label={`${name} kỳ trước`}
                    />
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
