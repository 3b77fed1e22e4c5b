/** 'Sửa': a request by the rules of its single calls (D2-RFREP-07, D2-Q-80). */
import type { Field } from '#kit/contract/field.ts'
import { messages } from '#platform/contract/messages.ts'
import { topUpType } from '#subjects/money/contract/refund-states.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { toast } from '#kit/web/feedback.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { startOf, type Fields } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { usePackages } from '#kit/web/packages.ts'
import { refresh } from '#kit/web/query.ts'
import { callsOf } from '#kit/web/resource-api.ts'
import { besidePrice } from './refund-form.ts'
import { isOpen, type RefundRow } from './row-steps.ts'
import css from '#kit/web/form/form-dialog.module.css'

const { fields } = requestrefund
const formFields: Fields = requestrefund.form.map((name) => [name, fields[name]])
const typed: Field = {
  ...fields.request_type,
  options: fields.request_type.options.filter(({ value }) => value !== '3'),
}

/** An emptied amount would stay unchanged: the dialog requires a 0 (D2-Q-68). */
const typedAmount = (field: Field): Field =>
  field.kind === 'money' && field.default !== undefined ? { ...field, required: true } : field

/** For a decided request only the open fields (D3-DEC-01): method and extra of refunds, the amount of top-ups. */
function fieldsOf(row: RefundRow, type: string): Fields {
  if (!isOpen(row))
    return formFields
      .filter(([name]) => name === 'other_reason' || name === 'chenh_lech')
      .map(([name, field]) => [name, typedAmount(field)])
  const away =
    type === String(topUpType) ? ['request_method', 'other_refund', 'other_reason'] : ['refund_price']
  return formFields
    .filter(([name]) => !away.includes(name))
    .map(([name, field]) => (name === 'request_type' ? [name, typed] : [name, typedAmount(field)]))
}

type EditProps = { row: RefundRow; path: string; onClose: () => void }

/** The dialog. */
export function EditRequestDialog({ row, path, onClose }: EditProps) {
  const packages = usePackages()
  const form = useForm<Record<string, string>>({
    start: startOf(formFields, row),
    row,
    fields: ({ request_type: type = '', package_code: code = '' }) =>
      fieldsOf(row, type).map(([name, field]) => [name, besidePrice(field, name, code, packages)]),
    save: async (_, { read, key, version }) => {
      const body = { ...read, ...(version !== undefined && { version }) }
      const { msg } = await callsOf({ path }).update(row.id, body, { idempotencyKey: key })
      if (!msg) toast('success', 'Đã lưu')
      await refresh(requestrefund)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={messages.updateTitle} onClose={onClose} className={css.pairs}>
      {form.fields.map(([name, field], index) => (
        <FormField
          key={name}
          form={form}
          name={name}
          className={field.kind === 'note' ? css.whole : css.half}
          autoFocus={index === 0}
        />
      ))}
    </FormDialog>
  )
}
