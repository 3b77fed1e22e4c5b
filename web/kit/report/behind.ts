/** The address of the rows behind a figure of a report. */
import type { Behind, Report } from '../../../contract/kit/report.ts'
import { screenNames, screenOf } from '../../../contract/screens.ts'
import { queryText } from '../client.ts'
import type { Filters } from '../filters/list-state.ts'

type Values = Readonly<Record<string, unknown>>

/** The list of `behind` under the report's filters; `row` is whose figure it is, null for that of all rows. */
export function addressBehind(report: Report, behind: Behind, filters: Filters, row: Values | null): string {
  const names = [...report.periods.flatMap(({ from, to }) => [from, to]), ...Object.keys(report.filter)]
  const own = Object.entries(behind.row ?? {}).map(([name, field]) => [name, String(row?.[field] ?? '')])
  const screen = screenNames.find((name) => name === behind.screen)
  if (!screen) throw new Error(`${report.path}: no screen '${behind.screen}'`)
  return (
    (screenOf(screen).routes[0] ?? '') +
    queryText({
      ...Object.fromEntries(names.map((name) => [name, filters[name]])),
      ...(row && Object.fromEntries(own)),
      ...behind.fixed,
    })
  )
}
