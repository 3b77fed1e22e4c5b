/** Where a resource differs from plain: the operations it wraps. Absence means plain. */
import type { Wraps } from '../kit/routes.ts'
import { careHistoryWraps } from './care-history.ts'
import { customerWraps } from './customer.ts'

export const wraps: Readonly<Record<string, Wraps>> = {
  'care/history': careHistoryWraps,
  customer: customerWraps,
}
