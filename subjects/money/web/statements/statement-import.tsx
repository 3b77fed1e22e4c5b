/** The upload of a partner's statement: which partner, which days (D3-ACC-05). */
import { useState } from 'react'
import { addDays, firstOfMonthVn, formatDate, readDate, todayVn } from '#kit/contract/dates.ts'
import { lechdoitac } from '#subjects/money/contract/reports/lechdoitac.ts'
import { statementSheet } from '#subjects/money/contract/lists/statement-sheet.ts'
import { ImportDialog } from '#kit/web/import/import-dialog.tsx'
import { refresh } from '#kit/web/query.ts'
import { DateBox } from '#kit/web/ui/date-box.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Picker } from '#kit/web/ui/picker.tsx'
import css from './statements.module.css'

/** From the first of the month to yesterday; the last month on its first day. */
function span(): { from: string; to: string } {
  const to = addDays(todayVn(), -1)
  const from = firstOfMonthVn()
  return { from: from > to ? `${to.slice(0, 8)}01` : from, to }
}

type ImportProps = { partners: readonly string[]; onClose: () => void }

export function StatementImport({ partners, onClose }: ImportProps) {
  const [days, setDays] = useState(() => {
    const { from, to } = span()
    return { from: formatDate(from), to: formatDate(to) }
  })
  const [partner, setPartner] = useState(partners[0] ?? '')
  const query = { doi_tac: partner, tu_ngay: readDate(days.from) ?? '', den_ngay: readDate(days.to) ?? '' }
  return (
    <ImportDialog
      target={statementSheet}
      query={query}
      intro={
        <div className={css.choice}>
          <Field label="Đối tác" required>
            {(control) => (
              <Picker
                control={control}
                label="Đối tác"
                options={partners.map((name) => ({ value: name, label: name }))}
                value={partner}
                onChange={setPartner}
              />
            )}
          </Field>
          <Field label="Từ ngày" required>
            {(control) => (
              <DateBox {...control} value={days.from} onChange={(from) => setDays({ ...days, from })} />
            )}
          </Field>
          <Field label="Đến ngày" required>
            {(control) => (
              <DateBox {...control} value={days.to} onChange={(to) => setDays({ ...days, to })} />
            )}
          </Field>
        </div>
      }
      onState={(state) => {
        if (state === 'done' || state === 'failed' || state === 'cancelled') void refresh(lechdoitac.path)
      }}
      onClose={onClose}
    />
  )
}
