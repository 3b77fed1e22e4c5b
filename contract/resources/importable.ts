/** Every sheet that can be imported. */
import type { SheetTarget } from '../kit/resource.ts'
import { resources } from './index.ts'
import { scanSheets } from './scans.ts'
import { statementSheet } from './statement-sheet.ts'
import { punchSheet, timekeepingSheet, typedSheet } from './payroll-sheets.ts'
import { staffSheet } from './staff-sheet.ts'
import { subscriberSheet } from './subscriber-sheet.ts'

/** The subscriber file and the staff, then the resources in their order, then the sheets of payroll and scans. */
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
