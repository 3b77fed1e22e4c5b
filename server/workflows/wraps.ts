/** Operations of declared resources that set off a workflow: they wrap like those of server/resources. */
import type { Wraps } from '../kit/routes.ts'
import { resultImport } from './results/import-results.ts'

export const workflowWraps: Readonly<Record<string, Wraps>> = {
  'customer-message-9084': { import: resultImport },
}
