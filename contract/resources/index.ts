/** Every declared resource: the catalogue that server, web, API description and tests iterate. */
import type { Resource } from '../kit/resource.ts'
import { baodo } from './baodo.ts'
import { blacklist } from './blacklist.ts'
import { careHistory } from './care-history.ts'
import { chiphihoantien } from './chiphihoantien.ts'
import { doanhthutinhluong } from './doanhthutinhluong.ts'
import { chiphihotro, chiphikhac, chiphiquanly } from './expenses.ts'
import { customer } from './customer.ts'
import { dsdttinhluong } from './dsdttinhluong.ts'
import { giagoimfy } from './giagoimfy.ts'
import { giahoantien } from './giahoantien.ts'
import { lstracuu } from './lstracuu.ts'
import { invitationReports } from './invitation-reports.ts'
import { khr } from './khr.ts'
import { registrationResults } from './customer-message-9084.ts'
import { mesbank } from './mesbank.ts'
import { moigoihomsau } from './moigoihomsau.ts'
import { quetdata, quetdatakhonggoi, quetdtct } from './scans.ts'
import { systemaccount } from './systemaccount.ts'
import { requestrefund } from './requestrefund.ts'
import { requestrefundreport } from './requestrefundreport.ts'
import { order } from './order.ts'
import { report90849332 } from './report90849332.ts'
import { mfy } from './mfy.ts'
import { simso } from './simso.ts'

const all = [
  customer,
  careHistory,
  khr,
  baodo,
  blacklist,
  giahoantien,
  mfy,
  giagoimfy,
  chiphihoantien,
  chiphiquanly,
  chiphihotro,
  chiphikhac,
  doanhthutinhluong,
  registrationResults,
  ...invitationReports,
  moigoihomsau,
  mesbank,
  order,
  lstracuu,
  requestrefund,
  requestrefundreport,
  dsdttinhluong,
  report90849332,
  simso,
  quetdata,
  quetdatakhonggoi,
  quetdtct,
  systemaccount,
] as const

/** Path of a declared resource. */
export type ResourceName = (typeof all)[number]['path']

export const resources: readonly Resource[] = all

const lists = Map.groupBy(resources, ({ path, rowsOf = path }) => rowsOf)

/** Paths of all lists that show the rows of `path`; itself alone for what is no declared list. */
export function sameRows(path: string): readonly string[] {
  const { rowsOf = path } = resources.find((resource) => resource.path === path) ?? {}
  return lists.get(rowsOf)?.map((resource) => resource.path) ?? [path]
}
