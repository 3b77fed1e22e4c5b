/** Every declared report. */
import type { Report } from '../kit/report.ts'
import { lechdoitac } from './lechdoitac.ts'
import { reportbranchrevenue } from './reportbranchrevenue.ts'
import { reportdoitac } from './reportdoitac.ts'
import { reportstaffrevenue } from './reportstaffrevenue.ts'
import { radatruythu } from './radatruythu.ts'
import { tilebatso } from './tilebatso.ts'
import { tinhluong } from './tinhluong.ts'

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
