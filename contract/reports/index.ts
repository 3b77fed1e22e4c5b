/** Every declared report. */
import type { Report } from '../kit/report.ts'
import { tilebatso } from './tilebatso.ts'
import { tinhluong } from './tinhluong.ts'

export const reports: readonly Report[] = [tilebatso, tinhluong]
