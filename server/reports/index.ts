/** Where the rows of each report come from. */
import type { ReportSource } from '../kit/report.ts'
import { lechdoitacRows } from './lechdoitac.ts'
import { reportbranchrevenueRows } from './reportbranchrevenue.ts'
import { reportdoitacRows } from './reportdoitac.ts'
import { reportstaffrevenueRows } from './reportstaffrevenue.ts'
import { radatruythuRows } from './radatruythu.ts'
import { tilebatsoRows } from './tilebatso.ts'
import { tinhluongRows } from './tinhluong.ts'

export const reportSources: Readonly<Record<string, ReportSource>> = {
  tilebatso: tilebatsoRows,
  tinhluong: tinhluongRows,
  radatruythu: radatruythuRows,
  reportdoitac: reportdoitacRows,
  lechdoitac: lechdoitacRows,
  reportstaffrevenue: reportstaffrevenueRows,
  reportbranchrevenue: reportbranchrevenueRows,
}
