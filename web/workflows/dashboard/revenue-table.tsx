/** The figures of the revenue chart as a table. */
import { Link } from 'wouter'
import { formatDate } from '../../../contract/dates.ts'
import type { Dashboard } from '../../../contract/workflows/dashboard.ts'
import { ChartTable } from '../../kit/ui/chart-table.tsx'
import { changeText } from '../../../contract/compared.ts'
import { thousands } from './dashboard-figures.ts'
import { salesBetween } from './dashboard-links.ts'
import charts from './charts.module.css'

type TableProps = { days: Dashboard['days']; today: string; team: string }

/** Newest day first; today is not over, so it is compared with nothing. */
export const RevenueTable = ({ days, today, team }: TableProps) => (
  <div className={charts.figures}>
    <ChartTable label="Bảng doanh thu theo ngày" heads={['Ngày', 'Doanh thu', 'Tháng trước', 'Thay đổi']}>
      {days.toReversed().map(({ day, revenue, before }) => (
        <tr key={day}>
          <th scope="row">{formatDate(day)}</th>
          <td>
            <Link className={charts.plainLink ?? ''} href={salesBetween(day, day, team)}>
              {thousands(revenue)}
            </Link>
          </td>
          <td>{before === null ? '' : thousands(before)}</td>
          <td>{day === today || before === null ? '' : changeText(revenue, before)}</td>
        </tr>
      ))}
    </ChartTable>
  </div>
)
