/** The two uploads of the payroll, for the month of the filter; the table is hidden while rows are saved (D2-PAY-29, D2-PAY-30, D2-Q-166, D2-Q-168). */
import { useState } from 'react'
import { punchSheet, timekeepingSheet, typedSheet } from '#subjects/pay/contract/lists/payroll-sheets.ts'
import { payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import { toast } from '#kit/web/feedback.ts'
import { ImportDialog } from '#kit/web/import/import-dialog.tsx'
import { refresh } from '#kit/web/query.ts'
import { Field } from '#kit/web/ui/field.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import css from './payroll.module.css'

export type PaySheet = 'times' | 'typed'

/** What a row of a timekeeping file is (D3-FILE-09). */
const layouts = [
  { value: timekeepingSheet.path, label: 'Một ngày: giờ vào và giờ ra', sheet: timekeepingSheet },
  { value: punchSheet.path, label: 'Một lượt bấm: lấy lượt đầu và lượt cuối của ngày', sheet: punchSheet },
] as const

type PayImportProps = {
  sheet: PaySheet
  month: string
  /** Whether the table is being recalculated. */
  onWorking: (working: boolean) => void
  onClose: () => void
}

export function PayImport({ sheet, month, onWorking, onClose }: PayImportProps) {
  const [layout, setLayout] = useState<string>(timekeepingSheet.path)
  const times = layouts.find(({ value }) => value === layout)?.sheet ?? timekeepingSheet
  return (
    <ImportDialog
      target={sheet === 'times' ? times : typedSheet}
      query={{ thangTinhLuong: month }}
      intro={
        <div className={css.intro}>
          <p>
            File thay dữ liệu tháng <b>{month}</b> của những người có trong file
            {sheet === 'times' && '; file một phần tháng thì chọn Thêm vào trước khi lưu'}.
          </p>
          {sheet === 'times' && (
            <Field label="Mỗi dòng của file là">
              {(control) => (
                <Picker
                  control={control}
                  label="Mỗi dòng của file là"
                  options={layouts}
                  value={layout}
                  onChange={setLayout}
                />
              )}
            </Field>
          )}
        </div>
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
