/** Fields that both create dialogs have: whose number, which package, and what kind of refund. */
import { useState } from 'react'
import type { Form } from '#kit/web/form/use-form.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import { numberTypes } from '#subjects/money/contract/refund-states.ts'
import { FoundPackageBox } from './package-box.tsx'
import { typeOptions, type OrderValues } from './refund-form.ts'
import { Segments } from './segments.tsx'
import css from './dialogs.module.css'

type Of = { form: Form<OrderValues> }

const paid = { 1: 'trả trước', 2: 'trả sau' } as const
const subscriberTypes = numberTypes.map((option) => ({ ...option, note: paid[option.value] }))

const whose = ['number_phone', 'number_type', 'package_code'] as const

/** Phone, subscriber type, package; typing begins at the first of them that is not known. */
export function WhoseFields({ form }: Of) {
  const [first] = useState(() => whose.find((name) => !form.values[name]))
  return (
    <div className={css.three}>
      <FormField form={form} name="number_phone" autoFocus={first === 'number_phone'} hint="" />
      <FormField form={form} name="number_type">
        {(field) => (
          <Segments
            {...field}
            label="Loại thuê bao"
            options={subscriberTypes}
            autoFocus={first === 'number_type'}
          />
        )}
      </FormField>
      <FormField form={form} name="package_code">
        {(field) => <FoundPackageBox {...field} autoFocus={first === 'package_code'} />}
      </FormField>
    </div>
  )
}

/** Request type and method. */
export const KindFields = ({ form }: Of) => (
  <div className={css.pair}>
    <FormField form={form} name="request_type">
      {(field) => <Segments {...field} label="Yêu cầu" options={typeOptions} />}
    </FormField>
    <FormField form={form} name="request_method" />
  </div>
)

const answers = [
  { value: '0', label: 'Không' },
  { value: '1', label: 'Có' },
]

/** Whether the other order goes with this one. */
export const BothQuestion = ({ form, label }: Of & { label: string }) => (
  <div className={css.question}>
    <FormField form={form} name="cho_len_don" label={label} required>
      {(field) => <Segments {...field} label={label} options={answers} />}
    </FormField>
  </div>
)
