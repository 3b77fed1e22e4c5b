/** The figures of the revenue chart as a table. */
import { Link } from 'wouter'
import { formatDate } from '../../../contract/dates.ts'
import type { Dashboard } from '../../../contract/workflows/dashboard.ts'
import { changeText, thousands } from './dashboard-figures.ts'
import { salesBetween } from './dashboard-links.ts'
import css from './dashboard.module.css'

/** Newest day first. */
export const RevenueTable = ({ days, team }: { days: Dashboard['days']; team: string }) => (
  <div className={css.scroll} tabIndex={0} role="region" aria-label="Bảng doanh thu theo ngày">
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Ngày</th>
          <th scope="col">Doanh thu</th>
          <th scope="col">Tháng trước</th>
          <th scope="col">Thay đổi</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, revenue, before }) => (
          <tr key={day}>
            <th scope="row">{formatDate(day)}</th>
            <td>
              <Link className={css.plainLink ?? ''} href={salesBetween(day, day, team)}>
                {thousands(revenue)}
              </Link>
            </td>
            <td>{thousands(before)}</td>
            <td>{changeText(revenue, before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
