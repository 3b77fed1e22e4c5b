/** Declarations of reports: read-only sums, with links to the rows behind each figure. */
import type { Ability } from '#platform/contract/abilities.ts'
import type { Card } from './card.ts'
import type { Field } from './field.ts'
import type { Method } from './operations.ts'
import type { Period, Total } from './resource.ts'

type ReportFilter = {
  field: Field
  /** Also offers branches and leaders, as filters for all their people. */
  teams?: true
  /** Ability needed to see it on screen; all readers by default. */
  offerTo?: Ability
  /** Accepted by the call, but not shown on any screen. */
  callOnly?: true
}

/** List behind a figure: a screen with the report's filters, `row` (its parameter → field) or `all` for totals, `fixed`. */
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
  /** Noun for one row. */
  noun: string
  fields: Readonly<Record<string, Field>>
  /** Columns of the list, in order. */
  list: readonly string[]
  /** Leading parts of a card on a phone, if not the first of their kind (D3-PHN-01). */
  card?: Card
  /** Sent with every row without being a column: for marks on the screen and for totals. */
  also?: readonly string[]
  /** Its data is written by workflow calls below the same path. */
  writes?: true
  /** Key field of the rows. */
  key: string
  /** Username field that limits rows to the caller's scope; null where all readers see all. */
  owner: string | null
  /** Aggregates rows that have a unit: its query limits each to the caller's units (D3-ORG-01). */
  units?: true
  /** Key of a row for everything that belongs to no listed row: it comes last in every order, and `apart` counts it. */
  apart?: string
  order: readonly (readonly [string, 'asc' | 'desc'])[]
  filter: Readonly<Record<string, ReportFilter>>
  periods: readonly Period[]
  /** Totals over the whole filter by their name in the answer; sums are shown in the footer of their columns. */
  totals: Readonly<Record<string, Total>>
  /** Names of amounts that belong to no row, so that the totals add up with them (D3-ONE-01, D3-ONE-07). */
  outside?: readonly string[]
  /** Figure → the list behind it. */
  behind: Readonly<Record<string, Behind>>
  /** Resources the report aggregates: open screens reload when one of them changes. */
  sources: readonly string[]
  exportAs: { file: string }
  paging: { sizes: readonly number[]; size: number }
  may: { read: Ability; export: Ability }
}

/** Calls of a report: the write calls of lists exist and are refused (D2-Q-19). */
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

export const reportPath = ({ path }: { path: string }, call: ReportCall): string =>
  `/api/v1/${path}${reportCalls[call].path}`

/** Validates the names in the lists against the fields at startup and returns the declaration. */
export function defineReport<const R extends Report>(
  report: R & { card?: Card<keyof R['fields'] & string> },
): R {
  const names = [
    ...report.list,
    ...(report.also ?? []),
    report.key,
    ...(report.owner === null ? [] : [report.owner]),
    ...report.order.map(([name]) => name),
    ...Object.keys(report.behind),
    ...Object.values(report.behind).flatMap(({ row = {} }: Behind) => Object.values(row)),
    ...Object.values(report.totals).flatMap((total: Total) => ('sum' in total ? [total.sum] : [])),
  ]
  for (const name of names) {
    if (!(name in report.fields)) throw new Error(`${report.path}: no field '${name}'`)
  }
  return report
}
