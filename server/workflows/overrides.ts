/** Overrides of declared resources by workflows, besides those of server/resources. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Overrides } from '../kit/routes.ts'
import { overrides } from '../resources/index.ts'
import { refundOverrides } from './refunds/overrides.ts'
import { mfyOverrides } from './mfy/overrides.ts'
import { revenueOverrides } from './revenue/overrides.ts'
import { scanOverrides } from './scans/routes.ts'
import { systemAccountOverrides } from './system-accounts/overrides.ts'
import { orderOverrides, simHistory } from './sims/overrides.ts'
import { importedResults } from './results/import-results.ts'

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
