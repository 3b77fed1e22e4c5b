/** The link to the rows behind a figure of a report. */
import { can, seesAllUnits, type Actor } from '#platform/contract/abilities.ts'
import type { Behind, Report } from '#kit/contract/report.ts'
import { screenNames, screenOf, type Screen } from '#platform/contract/screens.ts'
import { queryText } from '../client.ts'
import type { Filters } from '../filters/list-state.ts'

type Values = Readonly<Record<string, unknown>>

function screenBehind(behind: Behind): Screen {
  const screen = screenNames.find((name) => name === behind.screen)
  if (!screen) throw new Error(`no screen '${behind.screen}'`)
  return screenOf(screen)
}

/** Whether `actor` may open the rows and sees all of them there: a report may show other units than the list does. */
export const mayOpen = ({ path }: Report, behind: Behind, actor: Actor): boolean =>
  can(actor, screenBehind(behind).may) &&
  (can(actor, 'below3') || !seesAllUnits(actor, path) || seesAllUnits(actor, behind.screen))

/** The list of `behind` under the report's filters, for `row`, or for all rows when null. */
export function addressBehind(report: Report, behind: Behind, filters: Filters, row: Values | null): string {
  const names = [...report.periods.flatMap(({ from, to }) => [from, to]), ...Object.keys(report.filter)]
  const byRow = Object.entries(behind.row ?? {}).map(([name, field]) => [name, String(row?.[field] ?? '')])
  return (
    (screenBehind(behind).routes[0] ?? '') +
    queryText({
      ...Object.fromEntries(names.map((name) => [name, filters[name]])),
      ...(row ? Object.fromEntries(byRow) : behind.all),
      ...behind.fixed,
    })
  )
}
