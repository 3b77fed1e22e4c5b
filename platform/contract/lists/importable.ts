/** Every list that can be imported. */
import type { SheetTarget } from '#kit/contract/resource.ts'
import { resources } from './index.ts'
import { scanSheets } from '#subjects/scans/contract/lists/scans.ts'
import { statementSheet } from '#subjects/money/contract/lists/statement-sheet.ts'
import { punchSheet, timekeepingSheet, typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { staffSheet } from '#subjects/people/contract/lists/staff-sheet.ts'
import { subscriberSheet } from '#subjects/numbers/contract/lists/subscriber-sheet.ts'

/** The subscriber file and the staff, then the resources in their order, then the spreadsheets of payroll and scans. */
export const importable: readonly Pick<SheetTarget, 'path' | 'title'>[] = [
  subscriberSheet,
  staffSheet,
  ...resources.filter(({ sheet, may }) => sheet && may.import),
  timekeepingSheet,
  punchSheet,
  typedSheet,
  statementSheet,
  ...Object.values(scanSheets),
]
