/** Every declared report. */
import type { Report } from '../kit/report.ts'
import { tilebatso } from './tilebatso.ts'

export const reports: readonly Report[] = [tilebatso]
