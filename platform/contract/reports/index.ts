/** Every declared report. */
import type { Report } from '#kit/contract/report.ts'
import { lechdoitac } from '#subjects/money/contract/reports/lechdoitac.ts'
import { reportbranchrevenue } from '#subjects/pay/contract/reports/reportbranchrevenue.ts'
import { reportdoitac } from '#subjects/money/contract/reports/reportdoitac.ts'
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import { radatruythu } from '#subjects/pay/contract/reports/radatruythu.ts'
import { tilebatso } from '#subjects/registrations/contract/reports/tilebatso.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'

const all = [
  tilebatso,
  reportstaffrevenue,
  reportbranchrevenue,
  tinhluong,
  radatruythu,
  reportdoitac,
  lechdoitac,
] as const

export type ReportName = (typeof all)[number]['path']

export const reports: readonly Report[] = all
