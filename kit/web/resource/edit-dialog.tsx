/** The dialog that creates or changes a row by its declared fields. */
import type { ReactNode } from 'react'
import type { Field } from '#kit/contract/field.ts'
import { isNumeric, type Value } from '#kit/contract/kinds.ts'
import { isMaskedPhone } from '#kit/contract/phone.ts'
import type { FormStart } from '../errand.ts'
import { confirm } from '../feedback.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { FormField } from '../form/form-field.tsx'
import { startOf, type Fields, type ReadValues } from '../form/form-rules.ts'
import { useForm, type Form } from '../form/use-form.ts'
import { typedText } from '../kinds/input.tsx'
import { Field as Labelled, TextBox } from '../ui/field.tsx'
import css from '../form/form-dialog.module.css'

export type SaveRow = (
  values: Record<string, Value>,
  more: { key: string; version: number | undefined; current?: Readonly<Record<string, unknown>> | null },
) => Promise<unknown>

/** Layout of a form with many fields: `field` renders one of them, or nothing if the user may not write it. */
export type FormLayout = (
  field: (name: string, className?: string) => ReactNode,
  form: Form<Record<string, string>>,
  isNew: boolean,
) => ReactNode

export type EditDialogProps = {
  title: string
  fields: Fields
  /** The row to edit; null creates one. */
  row: Readonly<Record<string, unknown>> | null
  /** Values that a new row begins with, beside its defaults. */
  start?: FormStart | undefined
  onSave: SaveRow
  onClose: () => void
  saveLabel?: string | undefined
  /** By default in declared order, amounts and dates in pairs. */
  layout?: FormLayout | undefined
}

/** A masked value cannot be written back (D1-Q-158). */
const isMasked = (field: Field, row: EditDialogProps['row'], name: string): boolean =>
  field.kind === 'phone' && row !== null && isMaskedPhone(String(row[name] ?? ''))

/** A masked number: shown, not editable. */
const Masked = ({ field, value }: { field: Field; value: unknown }) => (
  <Labelled label={field.label} required={field.required} hint="Số đang bị che, không sửa được">
    {(control) => <TextBox {...control} readOnly value={typedText(value, field)} />}
  </Labelled>
)

/** Whether all values are empty, which a form without required fields allows. */
const isBlank = (read: ReadValues): boolean => Object.values(read).every((value) => value === null)

const blankQuestion = {
  title: 'Tạo bản ghi trống',
  body: 'Chưa ô nào có dữ liệu, bản ghi sẽ không có gì trong đó.',
  confirmLabel: 'Vẫn tạo',
  cancelLabel: 'Nhập tiếp',
}

/** Create and edit dialog of 600 px. */
export function EditDialog({
  title,
  fields,
  row,
  start,
  onSave,
  onClose,
  saveLabel,
  layout,
}: EditDialogProps) {
  const open = fields.filter(([name, field]) => !isMasked(field, row, name))
  const form = useForm({
    start: { ...startOf(open, row), ...start },
    fields: () => open,
    row,
    save: async (_, { read, key, version, current }) => {
      if (row === null && isBlank(read) && !(await confirm(blankQuestion))) return
      await onSave(read, { key, version, current })
      onClose()
    },
  })
  const [first] = open.find(([name]) => !start?.[name]) ?? open[0] ?? []
  const show = (name: string, field: Field, className: string | undefined) =>
    isMasked(field, row, name) ? (
      <div key={name} className={className}>
        <Masked field={field} value={row?.[name]} />
      </div>
    ) : (
      <FormField key={name} form={form} name={name} className={className} autoFocus={name === first} />
    )
  return (
    <FormDialog title={title} form={form} onClose={onClose} saveLabel={saveLabel} className={css.pairs}>
      {layout
        ? layout(
            (name, className = css.half) => {
              const field = fields.find(([fieldName]) => fieldName === name)?.[1]
              return field && show(name, field, className)
            },
            form,
            row === null,
          )
        : fields.map(([name, field]) =>
            show(name, field, isNumeric(field.kind) || field.kind === 'date' ? css.half : css.whole),
          )}
    </FormDialog>
  )
}
