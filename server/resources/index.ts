/** Where a resource differs from plain: the operations it wraps. Absence means plain. */
import type { Wraps } from '../kit/routes.ts'
import { careHistoryWraps } from './care-history.ts'
import { customerWraps } from './customer.ts'
import { reportWraps } from './invitation-reports.ts'
import { registrationWraps } from './registration-results.ts'
import { mesbankWraps } from './mesbank.ts'

export const wraps: Readonly<Record<string, Wraps>> = {
  'care/history': careHistoryWraps,
  customer: customerWraps,
  'customer-message-9084': registrationWraps,
  ...reportWraps,
  mesbank: mesbankWraps,
}
