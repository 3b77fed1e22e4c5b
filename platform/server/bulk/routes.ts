/** Calls that write, or count, many rows of any declared resource. */
import type { Api } from '#kit/server/handle.ts'
import { serveBulkCount } from './count-rows.ts'
import { serveBulk } from './write-rows.ts'

export function serveBulks(api: Api): void {
  serveBulk(api)
  serveBulkCount(api)
}
