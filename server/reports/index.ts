/** Where the rows of each report come from. */
import type { ReportSource } from '../kit/report.ts'
import { tilebatsoRows } from './tilebatso.ts'
import { tinhluongRows } from './tinhluong.ts'

export const reportSources: Readonly<Record<string, ReportSource>> = {
  tilebatso: tilebatsoRows,
  tinhluong: tinhluongRows,
}
