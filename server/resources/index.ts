/** Overrides and additions of each resource; a plain one has none. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Overrides } from '../kit/routes.ts'
import { careHistoryOverrides } from './care-history.ts'
import { customerOverrides } from './customer.ts'
import { reportOverrides } from './invitation-reports.ts'
import { registrationOverrides } from './registration-results.ts'
import { mesbankOverrides } from './mesbank.ts'
import { offerOverrides } from './moigoihomsau.ts'
import { simOverrides } from './simso.ts'

export const overrides: Readonly<Partial<Record<string, Overrides>>> = {
  'care/history': careHistoryOverrides,
  customer: customerOverrides,
  'customer-message-9084': registrationOverrides,
  ...reportOverrides,
  mesbank: mesbankOverrides,
  moigoihomsau: offerOverrides,
  simso: simOverrides,
} satisfies Partial<Record<ResourceName, Overrides>>
