/** Operations of declared resources that set off a workflow: they override like those of server/resources. */
import type { Overrides } from '../kit/routes.ts'
import { refundOverrides } from './refunds/overrides.ts'
import { mfyOverrides } from './mfy/overrides.ts'
import { revenueOverrides } from './revenue/overrides.ts'
import { scanOverrides } from './scans/routes.ts'
import { systemAccountOverrides } from './system-accounts/overrides.ts'
import { orderOverrides, simHistory } from './sims/overrides.ts'
import { resultImport } from './results/import-results.ts'

export const workflowOverrides: Readonly<Record<string, Overrides>> = {
  'customer-message-9084': { import: resultImport },
  ...refundOverrides,
  ...revenueOverrides,
  mfy: mfyOverrides,
  ...scanOverrides,
  systemaccount: systemAccountOverrides,
  order: orderOverrides,
  simso: simHistory,
}
