/** The list of a report, as tables read it. Apart, as other lists do not need the declarations of reports. */
import { reportPath, type Report } from '#kit/contract/report.ts'
import type { RowOf, TotalsOf } from '#kit/contract/row.ts'
import { request } from '../client.ts'
import type { ListSource, Page, TableRow } from '../resource-api.ts'

/** The list of a report, stale with all it sums. `Row` names the cells that always have a value. */
export const listOfReport = <R extends Report, Row extends RowOf<R> = RowOf<R>>(
  report: R,
): ListSource<Page<Row & TableRow, TotalsOf<R>>> => ({
  key: [report.sources, report.path],
  read: async (query, options) => {
    const { data } = await request<Page<Row, TotalsOf<R>>>('GET', reportPath(report, 'list'), query, options)
    return {
      ...data,
      values: data.values.map((row) => ({ id: String(row[report.key as keyof Row]), ...row })),
    }
  },
})
