/** Where a resource differs from plain: the operations it overrides. Absence means plain. */
import type { ListExtra } from '../kit/operation-answers.ts'
import type { Overrides } from '../kit/routes.ts'
import { blacklistOverrides } from './blacklist.ts'
import { careHistoryExtra, careHistoryOverrides } from './care-history.ts'
import { refundCostOverrides } from './chiphihoantien.ts'
import { customerOverrides } from './customer.ts'
import { reportExtras, reportOverrides } from './invitation-reports.ts'
import { registrationOverrides } from './registration-results.ts'
import { mesbankOverrides } from './mesbank.ts'
import { offerExtra, offerOverrides } from './moigoihomsau.ts'
import { simOverrides } from './simso.ts'

export const overrides: Readonly<Record<string, Overrides>> = {
  blacklist: blacklistOverrides,
  'care/history': careHistoryOverrides,
  chiphihoantien: refundCostOverrides,
  customer: customerOverrides,
  'customer-message-9084': registrationOverrides,
  ...reportOverrides,
  mesbank: mesbankOverrides,
  moigoihomsau: offerOverrides,
  simso: simOverrides,
}

/** What the rows of a list bring beside their declared fields. */
export const listExtras: Readonly<Record<string, ListExtra>> = {
  'care/history': careHistoryExtra,
  ...reportExtras,
  moigoihomsau: offerExtra,
}
