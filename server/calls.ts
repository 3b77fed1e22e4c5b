/** Every declared call, and the routes registered by hand with their answers. */
import * as imports from '../contract/workflows/imports.ts'
import * as importUndo from '../contract/workflows/import-undo.ts'
import * as bulk from '../contract/workflows/bulk.ts'
import { sheetAnswer, type Call } from '../contract/kit/call.ts'
import { reports } from '../contract/reports/index.ts'
import { importable } from '../contract/resources/importable.ts'
import { resources } from '../contract/resources/index.ts'
import { subscriberSheet } from '../contract/resources/subscriber-sheet.ts'
import * as accounts from '../contract/workflows/accounts.ts'
import * as staff from '../contract/workflows/staff.ts'
import { bankWebhookPath } from '../contract/workflows/bank.ts'
import * as bell from '../contract/workflows/bell.ts'
import * as care from '../contract/workflows/care.ts'
import * as channels from '../contract/workflows/channels.ts'
import * as custody from '../contract/workflows/custody.ts'
import * as customer360 from '../contract/workflows/customer-360.ts'
import * as customerLists from '../contract/workflows/customer-lists.ts'
import * as dashboard from '../contract/workflows/dashboard.ts'
import * as dataPermission from '../contract/workflows/data-permission.ts'
import * as desk from '../contract/workflows/desk.ts'
import * as feeds from '../contract/workflows/feeds.ts'
import * as floor from '../contract/workflows/floor.ts'
import * as findPhones from '../contract/workflows/find-phones.ts'
import * as handovers from '../contract/workflows/handovers.ts'
import * as invite from '../contract/workflows/invite.ts'
import * as lookup from '../contract/workflows/lookup.ts'
import * as offers from '../contract/workflows/offers.ts'
import * as matching from '../contract/workflows/matching.ts'
import * as recycling from '../contract/workflows/recycling.ts'
import * as refunds from '../contract/workflows/refunds.ts'
import * as revenue from '../contract/workflows/revenue.ts'
import * as mfy from '../contract/workflows/mfy.ts'
import * as payouts from '../contract/workflows/payouts.ts'
import * as payroll from '../contract/workflows/payroll.ts'
import * as payoutAccount from '../contract/workflows/payout-account.ts'
import * as payrollClose from '../contract/workflows/payroll-close.ts'
import * as radar from '../contract/workflows/radar.ts'
import * as monthResult from '../contract/workflows/month-result.ts'
import * as payslip from '../contract/workflows/payslip.ts'
import * as payToday from '../contract/workflows/pay-today.ts'
import * as roles from '../contract/workflows/roles.ts'
import { scanSheets } from '../contract/resources/scans.ts'
import { scanCalls } from '../contract/workflows/scans.ts'
import * as confirmSession from '../contract/workflows/confirm-session.ts'
import * as ownSessions from '../contract/workflows/own-sessions.ts'
import * as secondFactor from '../contract/workflows/second-factor.ts'
import * as session from '../contract/workflows/session.ts'
import { providerPushPath } from '../contract/workflows/providers.ts'
import * as reinviteAll from '../contract/workflows/reinvite-all.ts'
import * as publicSettings from '../contract/workflows/public-settings.ts'
import * as simPrices from '../contract/workflows/sim-prices.ts'
import * as simTypes from '../contract/workflows/sim-types.ts'
import * as settings from '../contract/workflows/settings.ts'
import * as sims from '../contract/workflows/sims.ts'
import * as firstDay from '../contract/workflows/first-day.ts'
import * as passwords from '../contract/workflows/staff-passwords.ts'
import * as split from '../contract/workflows/split.ts'
import * as statements from '../contract/workflows/statements.ts'
import * as subscriberFiles from '../contract/workflows/subscriber-files.ts'
import * as transfers from '../contract/workflows/transfers.ts'
import * as saveViews from '../contract/workflows/save-views.ts'
import * as views from '../contract/workflows/views.ts'
import * as trails from '../contract/workflows/histories.ts'
import { savedAnswer } from './kit/import.ts'
import {
  documentAnswer,
  fileAnswers,
  fileBody,
  pageAnswer,
  type ByHand,
  type Declared,
} from './openapi/routes.ts'
import { chunkSchema } from './openapi/schema.ts'
import { receivedAnswer } from './workflows/bank/receive-webhook.ts'
import { overridesOf } from './workflows/overrides.ts'
import { sheetCalls } from './workflows/payroll/routes.ts'
import { pushAnswer } from './workflows/providers/receive-push.ts'

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

/** Method and path → what a route does that no resource and no call declares. */
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

/** What the API description is made of. */
export const declared: Declared = {
  resources,
  reports,
  extraOf: (path) => overridesOf(path).extra,
  calls,
  byHand,
  limited: [session.login, sims.offers, sims.oneOffer, sims.sendOrder],
}
