/** Where a resource differs from plain: the operations it overrides. Absence means plain. */
import type { Overrides } from '../kit/routes.ts'
import { careHistoryOverrides } from './care-history.ts'
import { customerOverrides } from './customer.ts'
import { reportOverrides } from './invitation-reports.ts'
import { registrationOverrides } from './registration-results.ts'
import { mesbankOverrides } from './mesbank.ts'

export const overrides: Readonly<Record<string, Overrides>> = {
  'care/history': careHistoryOverrides,
  customer: customerOverrides,
  'customer-message-9084': registrationOverrides,
  ...reportOverrides,
  mesbank: mesbankOverrides,
}
