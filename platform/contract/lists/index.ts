/** Every declared resource: the catalogue that server, web, API description and tests iterate. */
import type { Resource } from '#kit/contract/resource.ts'
import { baodo } from '#subjects/registrations/contract/lists/baodo.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { chiphihoantien } from '#subjects/pay/contract/lists/chiphihoantien.ts'
import { doanhthutinhluong } from '#subjects/pay/contract/lists/doanhthutinhluong.ts'
import { chiphihotro, chiphikhac, chiphiquanly } from '#subjects/pay/contract/lists/expenses.ts'
import { customer } from '#subjects/numbers/contract/lists/customer.ts'
import { dsdttinhluong } from '#subjects/pay/contract/lists/dsdttinhluong.ts'
import { giagoimfy } from '#subjects/money/contract/lists/giagoimfy.ts'
import { giahoantien } from './giahoantien.ts'
import { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import { invitationReports } from '#subjects/registrations/contract/lists/invitation-reports.ts'
import { khr } from '#subjects/registrations/contract/lists/khr.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import { quetdata, quetdatakhonggoi, quetdtct } from '#subjects/scans/contract/lists/scans.ts'
import { systemaccount } from '#subjects/settings/contract/lists/systemaccount.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { report90849332 } from '#subjects/registrations/contract/lists/report90849332.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'

const all = [
  customer, // Numbers of subscribers, with holder and outcome
  careHistory, // Every call with its result
  khr, // Private customers of sellers, acquired by themselves
  baodo, // Sales that sellers report, until the carrier confirms them
  blacklist, // Do-not-call numbers, by source and period
  giahoantien, // Packages with their prices and refunds
  mfy, // Mfy requests, from the customer to the collected money
  giagoimfy, // Prices of Mfy packages
  chiphihoantien, // Costs of refunds of a month
  chiphiquanly, // Costs of management
  chiphihotro, // Costs of support
  chiphikhac, // Other costs
  doanhthutinhluong, // Revenue that pay is calculated from, per person and month
  registrationResults, // Registration results from the carrier
  ...invitationReports, // Packages registered by a code, one list per tab
  moigoihomsau, // Packages offered on the following day
  mesbank, // Bank messages: transfers, parsed for number and package
  order, // Orders of SIM numbers
  lstracuu, // The log of look-ups
  requestrefund, // Refunds and top-ups that wait for a decision, with their outcome
  requestrefundreport, // The same rows as the accountant sees them
  dsdttinhluong, // Revenue lines compared with the carrier's reconciliation
  report90849332, // Revenue lines one by one
  simso, // Stock of SIM numbers
  quetdata, // Scans with a package
  quetdatakhonggoi, // Scans without a package
  quetdtct, // Scans of a programme
  systemaccount, // Accounts of external systems, with encrypted passwords
] as const

/** Path of a declared resource. */
export type ResourceName = (typeof all)[number]['path']

export const resources: readonly Resource[] = all

const lists = Map.groupBy(resources, ({ path, rowsOf = path }) => rowsOf)

/** Paths of all lists that show the rows of `path`; only itself if it is not a declared list. */
export function sameRows(path: string): readonly string[] {
  const { rowsOf = path } = resources.find((resource) => resource.path === path) ?? {}
  return lists.get(rowsOf)?.map((resource) => resource.path) ?? [path]
}
