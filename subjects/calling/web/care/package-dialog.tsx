/** Asks for the agreed package before a past result becomes 'Đồng ý' (D1-CARE-44, D1-CARE-31). */
import { f } from '#kit/contract/field.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { cleanText } from '#kit/contract/text.ts'
import { isAppointment } from '#subjects/calling/contract/care-results.ts'
import { texts } from '#subjects/calling/contract/calls/care.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import type { LogRow } from './log-columns.ts'
import { PackageBox } from '#kit/web/ui/package-box.tsx'
import type { OpenQuestion } from './use-question.ts'

/** The row, and how the agreement is saved: errors of the server appear under the package field. */
export type PackageQuestion = {
  row: LogRow
  save: (result: { package: string; checkPackage: true }, idempotencyKey: string) => Promise<unknown>
}

/** The dialog; answers once the result is saved. */
export function PackageDialog({ question: { row, save }, answer }: OpenQuestion<PackageQuestion, true>) {
  const form = useForm({
    // The package of an appointment is probably the agreed one; after a refusal it is only the customer's present
    // one.
    start: { package: isAppointment(row.status) ? (row.package ?? '') : '' },
    fields: () => [['package', f.text({ label: 'Gói cước' })]],
    check: (typed) => (typed.package.trim() === '' ? { package: texts.noPackage } : {}),
    fallbackField: 'package',
    isDirty: () => false,
    save: async (typed, { key }) => {
      await save({ package: cleanText(typed.package), checkPackage: true }, key)
      answer(true)
    },
  })
  return (
    <FormDialog
      narrow
      form={form}
      title="Đồng ý gói nào"
      note={showPhone(row.phone ?? '')}
      saveLabel="Xác nhận"
      onClose={() => answer(null)}
    >
      <FormField form={form} name="package" required>
        {(box) => <PackageBox {...box} packages={[]} autoFocus />}
      </FormField>
    </FormDialog>
  )
}
