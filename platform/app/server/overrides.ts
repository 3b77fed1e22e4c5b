/** Overrides of declared resources by workflows, besides those of lists.ts. */
import type { ResourceName } from '#platform/contract/lists/index.ts'
import type { Overrides } from '#kit/server/routes.ts'
import { overrides } from './lists.ts'
import { refundOverrides } from '#subjects/money/server/refunds/overrides.ts'
import { mfyOverrides } from '#subjects/money/server/mfy/overrides.ts'
import { revenueOverrides } from '#subjects/pay/server/revenue/overrides.ts'
import { scanOverrides } from '#subjects/scans/server/scans/routes.ts'
import { systemAccountOverrides } from '#subjects/settings/server/system-accounts/overrides.ts'
import { orderOverrides, simHistory } from '#subjects/sims/server/sims/overrides.ts'
import { importedResults } from '#subjects/registrations/server/results/import-results.ts'

const workflowOverrides: Readonly<Partial<Record<string, Overrides>>> = {
  'customer-message-9084': { save: importedResults },
  ...refundOverrides,
  ...revenueOverrides,
  mfy: mfyOverrides,
  ...scanOverrides,
  systemaccount: systemAccountOverrides,
  order: orderOverrides,
  simso: simHistory,
} satisfies Partial<Record<ResourceName, Overrides>>

export const overridesOf = (path: string): Overrides => ({ ...overrides[path], ...workflowOverrides[path] })
