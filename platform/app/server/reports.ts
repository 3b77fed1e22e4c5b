/** Queries of the reports. */
import type { ReportSource } from '#kit/server/report.ts'
import { lechdoitacRows } from '#subjects/money/server/reports/lechdoitac.ts'
import { reportbranchrevenueRows } from '#subjects/pay/server/reports/reportbranchrevenue.ts'
import { reportdoitacRows } from '#subjects/money/server/reports/reportdoitac.ts'
import { reportstaffrevenueRows } from '#subjects/pay/server/reports/reportstaffrevenue.ts'
import { radatruythuRows } from '#subjects/pay/server/reports/radatruythu.ts'
import { tilebatsoRows } from '#subjects/registrations/server/reports/tilebatso.ts'
import { tinhluongRows } from '#subjects/pay/server/reports/tinhluong.ts'

export const reportSources: Readonly<Record<string, ReportSource>> = {
  tilebatso: tilebatsoRows,
  tinhluong: tinhluongRows,
  radatruythu: radatruythuRows,
  reportdoitac: reportdoitacRows,
  lechdoitac: lechdoitacRows,
  reportstaffrevenue: reportstaffrevenueRows,
  reportbranchrevenue: reportbranchrevenueRows,
}
