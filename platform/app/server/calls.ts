/** Every declared call, and the routes registered by hand with their answers. */
import * as imports from '#platform/contract/calls/imports.ts'
import * as importUndo from '#platform/contract/calls/import-undo.ts'
import * as bulk from '#platform/contract/calls/bulk.ts'
import { sheetAnswer, type Call } from '#kit/contract/call.ts'
import { reports } from '#platform/contract/reports/index.ts'
import { importable } from '#platform/contract/lists/importable.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'
import * as accounts from '#subjects/people/contract/calls/accounts.ts'
import * as staff from '#platform/contract/calls/staff.ts'
import { bankWebhookPath } from '#subjects/money/contract/calls/bank.ts'
import * as bell from '#platform/contract/calls/bell.ts'
import * as care from '#subjects/calling/contract/calls/care.ts'
import * as channels from '#subjects/registrations/contract/calls/channels.ts'
import * as custody from '#subjects/numbers/contract/calls/custody.ts'
import * as customer360 from '#subjects/overview/contract/calls/customer-360.ts'
import * as customerLists from '#subjects/numbers/contract/calls/customer-lists.ts'
import * as dashboard from '#subjects/overview/contract/calls/dashboard.ts'
import * as today from '#subjects/overview/contract/calls/today.ts'
import * as dataPermission from '#subjects/numbers/contract/calls/data-permission.ts'
import * as desk from '#subjects/money/contract/calls/desk.ts'
import * as feeds from '#platform/contract/calls/feeds.ts'
import * as floor from '#subjects/calling/contract/calls/floor.ts'
import * as findPhones from '#subjects/numbers/contract/calls/find-phones.ts'
import * as knownNumber from '#platform/contract/calls/known-number.ts'
import * as handovers from '#subjects/people/contract/calls/handovers.ts'
import * as invite from '#subjects/registrations/contract/calls/invite.ts'
import * as lookup from '#subjects/registrations/contract/calls/lookup.ts'
import * as offers from '#subjects/registrations/contract/calls/offers.ts'
import * as matching from '#subjects/money/contract/calls/matching.ts'
import * as recycling from '#subjects/calling/contract/calls/recycling.ts'
import * as refunds from '#subjects/money/contract/calls/refunds.ts'
import * as revenue from '#subjects/pay/contract/calls/revenue.ts'
import * as mfy from '#subjects/money/contract/calls/mfy.ts'
import * as payouts from '#subjects/pay/contract/calls/payouts.ts'
import * as payroll from '#subjects/pay/contract/calls/payroll.ts'
import * as payoutAccount from '#subjects/people/contract/calls/payout-account.ts'
import * as payrollClose from '#subjects/pay/contract/calls/payroll-close.ts'
import * as radar from '#subjects/pay/contract/calls/radar.ts'
import * as monthResult from '#subjects/pay/contract/calls/month-result.ts'
import * as payslip from '#subjects/pay/contract/calls/payslip.ts'
import * as payToday from '#subjects/pay/contract/calls/pay-today.ts'
import * as roles from '#subjects/people/contract/calls/roles.ts'
import { scanSheets } from '#subjects/scans/contract/lists/scans.ts'
import { scanCalls } from '#subjects/scans/contract/calls/scans.ts'
import * as confirmSession from '#platform/contract/calls/confirm-session.ts'
import * as ownSessions from '#subjects/people/contract/calls/own-sessions.ts'
import * as secondFactor from '#subjects/people/contract/calls/second-factor.ts'
import * as session from '#platform/contract/calls/session.ts'
import { providerPushPath } from '#subjects/money/contract/calls/providers.ts'
import * as reinviteAll from '#subjects/calling/contract/calls/reinvite-all.ts'
import * as publicSettings from '#platform/contract/calls/public-settings.ts'
import * as simPrices from '#subjects/sims/contract/calls/sim-prices.ts'
import * as simTypes from '#subjects/sims/contract/calls/sim-types.ts'
import * as settings from '#subjects/settings/contract/calls/settings.ts'
import * as sims from '#subjects/sims/contract/calls/sims.ts'
import * as firstDay from '#subjects/settings/contract/calls/first-day.ts'
import * as passwords from '#subjects/people/contract/calls/staff-passwords.ts'
import * as split from '#subjects/numbers/contract/calls/split.ts'
import * as statements from '#subjects/money/contract/calls/statements.ts'
import * as subscriberFiles from '#subjects/numbers/contract/calls/subscriber-files.ts'
import * as transfers from '#subjects/money/contract/calls/transfers.ts'
import * as saveViews from '#platform/contract/calls/save-views.ts'
import * as views from '#platform/contract/calls/views.ts'
import * as trails from '#platform/contract/calls/histories.ts'
import { savedAnswer } from '#kit/server/import.ts'
import {
  documentAnswer,
  fileAnswers,
  fileBody,
  pageAnswer,
  type ByHand,
  type Declared,
} from '#platform/server/openapi/routes.ts'
import { chunkSchema } from '#platform/server/openapi/schema.ts'
import { receivedAnswer } from '#subjects/money/server/bank/receive-webhook.ts'
import { overridesOf } from './overrides.ts'
import { sheetCalls } from '#subjects/pay/server/payroll/routes.ts'
import { pushAnswer } from '#subjects/money/server/providers/receive-push.ts'

/** Whether an export of a contract file is a call. */
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'summary' in value && 'input' in value && 'path' in value

/** All calls, in the order of the business. */
export const calls: readonly Call[] = [
  session,
  confirmSession,
  ownSessions,
  secondFactor,
  dashboard,
  today,
  bell,
  views,
  saveViews,
  desk,
  accounts,
  staff,
  payoutAccount,
  roles,
  channels,
  handovers,
  passwords,
  firstDay,
  subscriberFiles,
  split,
  custody,
  dataPermission,
  customerLists,
  imports,
  importUndo,
  care,
  floor,
  findPhones,
  knownNumber,
  customer360,
  customer360.blockCalls,
  lookup,
  ...Object.values(scanCalls),
  ...Object.values(invite.codeCalls),
  invite,
  offers,
  refunds,
  ...Object.values(refunds.creatingCalls),
  matching,
  revenue,
  ...revenue.lineCalls,
  publicSettings,
  settings,
  reinviteAll,
  simPrices,
  simTypes,
  mfy,
  payroll,
  payrollClose,
  payouts,
  payToday,
  payslip,
  monthResult,
  radar,
  recycling,
  statements,
  sims,
  transfers,
  feeds,
  trails,
  bulk,
].flatMap((file) => Object.values(file as Record<string, unknown>).filter(isCall))

const uploads = importable.map(({ path, title }): [string, ByHand] => [
  `POST ${imports.uploadPath(path)}`,
  {
    summary: `Reads a spreadsheet into a preview: ${title}`,
    body: fileBody,
    answer: imports.importSummary,
  },
])

/** Method and path → summary of routes that neither a resource nor a call declares. */
const byHand: Declared['byHand'] = {
  'GET /api/docs': { summary: 'This description', answer: documentAnswer },
  'GET /api/v1/imports/:id/errors': {
    summary: 'The rows of an import that were not saved, as .xlsx with their reasons',
    answer: sheetAnswer,
  },
  [`POST ${passwords.passwordFilePath(':id')}`]: {
    summary: 'The one-time passwords of an uploaded staff file, as .xlsx, once',
    answer: sheetAnswer,
  },
  ...Object.fromEntries(uploads),
  'POST /api/v1/uploadchiadata/import': {
    summary: 'Saves at most 200 rows of a subscriber file',
    body: chunkSchema(subscriberSheet),
    answer: savedAnswer,
  },
  ...Object.fromEntries(
    Object.entries(sheetCalls).map(([name, { sheet }]): [string, ByHand] => [
      `POST /api/v1/tinhluong/${name}`,
      {
        summary: `Saves at most 200 rows: ${sheet.title}; \`thangTinhLuong\` names the month (MM/YYYY)`,
        body: chunkSchema(sheet),
        answer: savedAnswer,
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.values(scanSheets).map((sheet): [string, ByHand] => [
      `POST /api/v1/${sheet.path}/import`,
      {
        summary: `Saves at most 200 rows: ${sheet.title}; \`FileName\` names the file`,
        body: chunkSchema(sheet),
        answer: savedAnswer,
      },
    ]),
  ),
  [`POST ${bankWebhookPath}`]: {
    summary: 'The bank feed pushes transfers; signed with x-bank-signature, no session',
    answer: receivedAnswer,
  },
  [`POST ${providerPushPath}`]: {
    summary: 'A refund partner pushes where its orders stand; signed with x-provider-signature, no session',
    answer: pushAnswer,
  },
  [`GET ${refunds.owingSheet.path}`]: {
    summary: 'What each staff member owes back over the filter of the report, as .xlsx',
    answer: sheetAnswer,
  },
  [`GET ${payouts.payoutSheet.path}`]: {
    summary: 'A file for the bank as it was made, as .xlsx',
    answer: sheetAnswer,
  },
  [`GET ${payouts.unpaidSheet.path}`]: {
    summary: 'Who is in no file for the bank of a month MM/YYYY and what becomes of it, as .xlsx',
    answer: sheetAnswer,
  },
  'GET /sim': { summary: 'The shop: numbers for sale, as a page', answer: pageAnswer, refuses: [400, 429] },
  'GET /sim/:id': {
    summary:
      'One number by its ten digits, and the form that orders it, as a page; 410 once it is not for sale, with some like it; an id is redirected (301)',
    answer: pageAnswer,
    refuses: [404, 410, 429],
  },
  'GET /sim/anh/:file': {
    summary: 'Picture of a number for sale (`0912345678.png`), for pages that show shared links',
    answer: fileAnswers.png,
    refuses: [404, 410, 429],
  },
  'GET /sim/don-hang': {
    summary: 'The form by which a customer finds an order, as a page',
    answer: pageAnswer,
    refuses: [429],
  },
  'POST /sim/don-hang': {
    summary:
      'The order of `ma_don` and `phone`, sent as a form, as a page; wrong pairs are counted by address, device, code and phone',
    answer: pageAnswer,
    refuses: [400, 404, 415, 429],
  },
  'GET /sitemap.xml': {
    summary: 'Index of the addresses of all numbers for sale',
    answer: fileAnswers.xml,
    refuses: [429],
  },
  'GET /sitemap/:span': {
    summary: 'Addresses of the numbers for sale between two (`0911111111-0922222222.xml`), at most 50,000',
    answer: fileAnswers.xml,
    refuses: [404, 429],
  },
  'GET /robots.txt': { summary: 'What crawlers may read', answer: fileAnswers.text, refuses: [429] },
  'GET /mau/:file': { summary: 'The sample form of an import, as .xlsx', answer: sheetAnswer },
}

/** Input of the API description. */
export const declared: Declared = {
  resources,
  reports,
  extraOf: (path) => overridesOf(path).extra,
  calls,
  byHand,
  limited: [session.login, sims.offers, sims.oneOffer, sims.sendOrder],
}
