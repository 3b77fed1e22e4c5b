/** The two uploads of the payroll, for the month of the filter; the table is hidden while rows are saved (D2-PAY-29, D2-PAY-30, D2-Q-166, D2-Q-168). */
import { timekeepingSheet, typedSheet } from '../../../contract/resources/payroll-sheets.ts'
import { payrollTexts } from '../../../contract/workflows/payroll.ts'
import { toast } from '../../kit/feedback.ts'
import { ImportDialog } from '../../kit/import/import-dialog.tsx'
import { refresh } from '../../kit/query.ts'
import css from './payroll.module.css'

export const paySheets = { times: timekeepingSheet, typed: typedSheet } as const
export type PaySheet = keyof typeof paySheets

type PayImportProps = {
  sheet: PaySheet
  month: string
  /** Whether the table is being recalculated. */
  onWorking: (working: boolean) => void
  onClose: () => void
}

export function PayImport({ sheet, month, onWorking, onClose }: PayImportProps) {
  return (
    <ImportDialog
      target={paySheets[sheet]}
      query={{ thangTinhLuong: month }}
      intro={
        <p className={css.intro}>
          File thay dữ liệu tháng <b>{month}</b> của những người có trong file
          {sheet === 'times' && '; file một phần tháng thì chọn Thêm vào trước khi lưu'}.
        </p>
      }
      onState={(state, file) => {
        onWorking(state === 'saving')
        if (state === 'done') toast('success', payrollTexts.uploaded(file))
        if (state === 'done' || state === 'failed' || state === 'cancelled') void refresh('tinhluong')
      }}
      onClose={onClose}
    />
  )
}
