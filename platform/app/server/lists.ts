/** Overrides and additions of each resource; a plain one has none. */
import type { ResourceName } from '#platform/contract/lists/index.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { careHistoryOverrides } from '#subjects/calling/server/care-history.ts'
import { customerOverrides } from '#subjects/numbers/server/customer.ts'
import { reportOverrides } from '#subjects/registrations/server/invitation-reports.ts'
import { registrationOverrides } from '#subjects/registrations/server/registration-results.ts'
import { mesbankOverrides } from '#subjects/money/server/mesbank.ts'
import { offerOverrides } from '#subjects/registrations/server/moigoihomsau.ts'
import { simOverrides } from '#subjects/sims/server/simso.ts'

export const overrides: Readonly<Partial<Record<string, Overrides>>> = {
  'care/history': careHistoryOverrides,
  customer: customerOverrides,
  'customer-message-9084': registrationOverrides,
  ...reportOverrides,
  mesbank: mesbankOverrides,
  moigoihomsau: offerOverrides,
  simso: simOverrides,
} satisfies Partial<Record<ResourceName, Overrides>>
