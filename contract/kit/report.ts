/** One declaration per report: sums that are read and never written, with the rows behind each figure. */
import type { Ability } from '../abilities.ts'
import type { Field } from './field.ts'
import type { Method } from './operations.ts'
import type { Period, Total } from './resource.ts'

type ReportFilter = {
  field: Field
  /** Branches and leaders are offered, and stand for their people. */
  teams?: true
  /** Who is offered it on the screen; everybody when left out. */
  offerTo?: Ability
  /** Taken by the call, offered by no screen. */
  callOnly?: true
}

/**
 * The list that a figure sums: its screen, opened with the report's own filters and periods under their names, with
 * `row` (its parameter → field of the report's row) in place of what is picked, or `all` behind the sum of all rows, and
 * with `fixed` values.
 */
export type Behind = {
  screen: string
  row?: Readonly<Record<string, string>>
  all?: Readonly<Record<string, string>>
  fixed?: Readonly<Record<string, string>>
}

export type Report = {
  /** Path below /api/v1. */
  path: string
  title: string
  /** What one row is called. */
  noun: string
  fields: Readonly<Record<string, Field>>
  /** Columns of the list, in order. */
  list: readonly string[]
  /** Sent with every row but no column: what the screen marks, and what totals sum. */
  also?: readonly string[]
  /** What it is computed from is written by calls of a workflow under the same paths. */
  writes?: true
  /** Field that tells rows apart. */
  key: string
  /** Field with the username by which the caller's scope limits the rows; null where all readers see all. */
  owner: string | null
  /** It sums rows that carry their unit: its statement keeps each to the caller's (D3-ORG-01). */
  units?: true
  order: readonly (readonly [string, 'asc' | 'desc'])[]
  filter: Readonly<Record<string, ReportFilter>>
  periods: readonly Period[]
  /** Figures over the whole filter by the name they have in the answer; sums stand at the foot of their columns. */
  totals: Readonly<Record<string, Total>>
  /** Beside the totals: an amount that belongs to none of the rows (D3-ONE-01). */
  outside?: string
  /** Figure → the rows it sums. */
  behind: Readonly<Record<string, Behind>>
  /** Resources whose changes make it stale. */
  sources: readonly string[]
  exportAs: { file: string }
  paging: { sizes: readonly number[]; size: number }
  may: { read: Ability; export: Ability }
}

/** Calls of a report: `POST /import` and the like exist because a list has them, and are refused (D2-Q-19). */
export const reportCalls = {
  list: { method: 'GET', path: '', summary: 'A page of rows with total and figures over the whole filter' },
  listExport: { method: 'GET', path: '/listExport', summary: 'All rows of the filter' },
  export: { method: 'GET', path: '/export', summary: 'The rows of the filter as .xlsx' },
  assignList: { method: 'GET', path: '/assign', summary: 'Always empty: a report belongs to nobody' },
  countAssign: { method: 'GET', path: '/count-assign', summary: 'Always 0: a report belongs to nobody' },
  create: { method: 'POST', path: '', summary: 'A report is only read: answers 405' },
  import: { method: 'POST', path: '/import', summary: 'A report is only read: answers 405' },
  updateUser: { method: 'POST', path: '/updateUser', summary: 'A report is only read: answers 405' },
  assign: { method: 'POST', path: '/assign', summary: 'A report is only read: answers 405' },
  remove: { method: 'DELETE', path: '/:id', summary: 'A report is only read: answers 405' },
} as const satisfies Record<string, { method: Method; path: string; summary: string }>

export type ReportCall = keyof typeof reportCalls

/** Full path of a report's call. */
export const reportPath = ({ path }: { path: string }, call: ReportCall): string =>
  `/api/v1/${path}${reportCalls[call].path}`

/** Checks the surfaces against the fields at start-up and returns the declaration as it is. */
export function defineReport<const R extends Report>(report: R): R {
  const named = [
    ...report.list,
    ...(report.also ?? []),
    report.key,
    ...(report.owner === null ? [] : [report.owner]),
    ...report.order.map(([name]) => name),
    ...Object.keys(report.behind),
    ...Object.values(report.behind).flatMap(({ row = {} }: Behind) => Object.values(row)),
    ...Object.values(report.totals).flatMap((total: Total) => ('sum' in total ? [total.sum] : [])),
  ]
  for (const name of named) {
    if (!(name in report.fields)) throw new Error(`${report.path}: no field '${name}'`)
  }
  return report
}
