/** Every declared call of the contract, and in one line each the routes that are registered by hand. */
import * as imports from '../contract/kit/import.ts'
import * as bulk from '../contract/kit/bulk.ts'
import type { Call } from '../contract/kit/call.ts'
import { importable } from '../contract/resources/importable.ts'
import * as accounts from '../contract/workflows/accounts.ts'
import { bankWebhookPath } from '../contract/workflows/bank.ts'
import * as care from '../contract/workflows/care.ts'
import * as channels from '../contract/workflows/channels.ts'
import * as dashboard from '../contract/workflows/dashboard.ts'
import * as data from '../contract/workflows/data.ts'
import * as feeds from '../contract/workflows/feeds.ts'
import * as lookup from '../contract/workflows/lookup.ts'
import * as roles from '../contract/workflows/roles.ts'
import * as session from '../contract/workflows/session.ts'
import * as settings from '../contract/workflows/settings.ts'
import * as trails from '../contract/workflows/histories.ts'

/** Whether an export of a contract file is a call. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'summary' in value && 'input' in value && 'path' in value

/** All calls, in the order of the business. */
export const calls: readonly Call[] = [
  session,
  dashboard,
  accounts,
  roles,
  channels,
  data,
  imports,
  care,
  lookup,
  settings,
  feeds,
  trails,
  bulk,
].flatMap((file) => Object.values(file as Record<string, unknown>).filter(isCall))

const uploads = importable.map(
  ({ path, title }) =>
    [`POST ${imports.uploadPath(path)}`, `Reads a spreadsheet into a preview: ${title}`] as const,
)
/** Method and path → what a route does that no resource and no call declares. */
export const byHand: Readonly<Record<string, string>> = {
  'GET /api/docs': 'This description',
  'GET /api/v1/imports/:id/errors': 'The rows of an import that were not saved, as .xlsx with their reasons',
  ...Object.fromEntries(uploads),
  'POST /api/v1/uploadchiadata/import': 'Saves at most 200 rows of a subscriber file',
  [`POST ${bankWebhookPath}`]: 'The bank feed pushes transfers; signed with x-bank-signature, no session',
  'GET /mau/:file': 'The sample form of an import, as .xlsx',
}
