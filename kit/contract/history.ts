/** History of a row: who changed it, when, and each field before and after. */
import * as z from 'zod/mini'
import { instant } from './shapes.ts'

const value = z.union([z.string(), z.number(), z.null()])

/** One entry; `action` is from platform/contract/audit-actions.ts, or a name of an older version. */
export const historyEntry = z.strictObject({
  at: instant,
  username: z.string(),
  fullname: z.nullable(z.string()),
  action: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), label: z.string(), before: value, after: value })),
})
export type HistoryEntry = z.output<typeof historyEntry>
