/** What a resource's screen gives to what is put into it. */
import type { Resource } from '../../../contract/kit/resource.ts'
import type { TableRow } from '../resource-api.ts'
import type { ListContext, TickedContext } from './use-list-screen.tsx'

type Own = { resource: Resource; refresh: () => Promise<void> }

/** What a slot is given. */
export type ScreenContext<Row extends TableRow = TableRow, Totals = unknown> = ListContext<Row, Totals> & Own

/** What the actions for several rows are given; `clear` takes the ticks away. */
export type BulkContext<Row extends TableRow = TableRow, Totals = unknown> = TickedContext<Row, Totals> & Own
