/** Declarations of reports: read-only sums, with links to the rows behind each figure. */
import type { Ability } from '#platform/contract/abilities.ts'
import type { Card } from './card.ts'
import type { Field } from './field.ts'
import type { Method } from './operations.ts'
import type { Period, Total } from './resource.ts'

type ReportFilter = {
  field: Field
  /** Offers branches and leaders too, who stand for their people. */
  teams?: true
  /** Ability to see it on screen; everybody by default. */
  offerTo?: Ability
  /** Accepted by the call, not shown on any screen. */
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
  /** What leads on a card of a phone, where it is not the first of its kind (D3-PHN-01). */
  card?: Card
  /** Sent with every row without a column: for marks on the screen, and totals. */
  also?: readonly string[]
  /** Its data is written by workflow calls under the same path. */
  writes?: true
  /** Key field of the rows. */
  key: string
  /** Username field that limits rows to the caller's scope; null where all readers see all. */
  owner: string | null
  /** Sums rows that carry their unit: its statement limits each to the caller's (D3-ORG-01). */
  units?: true
  /** Key of a row that is none of what the report lists: it stands last in every order, and `apart` counts it. */
  apart?: string
  order: readonly (readonly [string, 'asc' | 'desc'])[]
  filter: Readonly<Record<string, ReportFilter>>
  periods: readonly Period[]
  /** Totals over the whole filter by their name in the answer; sums are shown in the footer of their columns. */
  totals: Readonly<Record<string, Total>>
  /** Names of amounts that belong to none of the rows, so that the totals add up with them (D3-ONE-01, D3-ONE-07). */
  outside?: readonly string[]
  /** Figure → the list behind it. */
  behind: Readonly<Record<string, Behind>>
  /** Resources the report sums: open screens read it again when one of them changes. */
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

/** Checks the surfaces against the fields at start and returns the declaration. */
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
