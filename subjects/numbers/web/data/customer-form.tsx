/**
 * 'Thêm khách hàng': the fields of the dialog and the call that saves it (D1-CUST-15, D1-CUST-16, D1-CUST-22 to 30).
 */
import { fieldOf } from '#kit/contract/resource.ts'
import { customer, subscriberTypes } from '#subjects/numbers/contract/lists/customer.ts'
import type { Fields } from '#kit/web/form/form-rules.ts'
import type { FormStart } from '#kit/web/errand.ts'
import { EditDialog } from '#kit/web/resource/edit-dialog.tsx'
import { saver } from '#kit/web/resource/resource-actions.ts'

const title = 'Thêm khách hàng'

/** The form offers the two known types; files may contain others (D1-Q-060, D1-Q-164). */
const fields: Fields = customer.form.map((name) => {
  const field = { ...fieldOf(customer, name), required: true as const }
  if (name === 'type') return [name, { ...field, kind: 'choice' as const, options: subscriberTypes }]
  return [name, name === 'packageCycle' ? { ...field, default: 1 } : field]
})

const save = saver(customer, null, { created: 'Tạo khách hàng thành công' })

type FormProps = { start?: FormStart | undefined; onClose: () => void }

export const CustomerForm = ({ start, onClose }: FormProps) => (
  <EditDialog
    title={title}
    fields={fields}
    row={null}
    start={start}
    saveLabel="Tạo"
    onSave={save}
    onClose={onClose}
  />
)
