/** The screen of a report without components of its own. */
import type { ComponentType } from 'react'
import { reports } from '#platform/contract/reports/index.ts'
import { ReportScreen } from '#kit/web/report/report-screen.tsx'

/** The screen of the report with this path. */
export function plainReport(path: string): ComponentType {
  const report = reports.find((one) => one.path === path)
  if (!report) throw new Error(`no report '${path}'`)
  return () => <ReportScreen report={report} />
}
