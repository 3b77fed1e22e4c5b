/** Values passed to the slots of a resource's screen. */
import type { Resource } from '#kit/contract/resource.ts'
import type { TableRow } from '../resource-api.ts'
import type { ListContext, TickedContext } from './use-list-screen.tsx'

type Own = { resource: Resource; refresh: () => Promise<void> }

/** Passed to a slot. */
export type ScreenContext<Row extends TableRow = TableRow, Totals = unknown> = ListContext<Row, Totals> & Own

/** Passed to bulk actions; `clear` unticks all rows. */
export type BulkContext<Row extends TableRow = TableRow, Totals = unknown> = TickedContext<Row, Totals> & Own
