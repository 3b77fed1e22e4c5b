/** Content of the notice about a decided row, derived from its declaration (D3-BELL-01). */
import type { BellAbout } from '#platform/contract/bell.ts'
import { todayVn } from './dates.ts'
import type { Resource } from './resource.ts'

type Values = Readonly<Record<string, unknown>>

const textIn = (row: Values, name: string | undefined): string | undefined => {
  const value = name === undefined ? null : row[name]
  return typeof value === 'string' ? value : undefined
}

/** The row's kind on the approvals desk, which names its package and amount. */
const kindOfRow = ({ desk }: Resource, row: Values) =>
  Object.values(desk?.kinds ?? {}).find(({ of = {} }) =>
    Object.entries(of).every(([name, values]) => [values].flat().some((value) => value === row[name])),
  )

/** Whether the row has the first of two approvals and waits for the second (D3-ACC-03). */
const isHalfApproved = ({ approval }: Resource, row: Values): boolean =>
  approval?.second !== undefined &&
  row[approval.field] === approval.pending &&
  textIn(row, approval.second.by) !== undefined

/**
 * Reads a stored row: its owner (username) if there is something to notify, the facts that identify it in a notice, and
 * its amount in đồng. `row` has the columns of its table.
 */
export function decidedRow(
  resource: Resource,
  row: Values,
): { to: string | undefined; about: BellAbout; amount: number | null } {
  const { path, fields, periods, owner } = resource
  const kind = kindOfRow(resource, row)
  const day = textIn(row, periods?.[0]?.on)
  const about = {
    resource: path,
    phone: textIn(
      row,
      Object.keys(fields).find((name) => fields[name]?.kind === 'phone'),
    ),
    package: textIn(row, kind?.package),
    day: day && todayVn(new Date(day)),
    type: typeof row.request_type === 'number' ? row.request_type : undefined,
  }
  const amount = kind?.amount?.reduce((sum, name) => sum + Number(row[name] ?? 0), 0) ?? null
  return { to: isHalfApproved(resource, row) ? undefined : textIn(row, owner), about, amount }
}
