/** Fields of both create dialogs: phone, package, and kind of refund. */
import { useState, type KeyboardEvent } from 'react'
import type { Form } from '#kit/web/form/use-form.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import { numberTypes } from '#subjects/money/contract/refund-states.ts'
import { FoundPackageBox } from './package-box.tsx'
import type { KnownNumber } from '#platform/contract/calls/known-number.ts'
import { KnownFields } from '#platform/web/known-number.tsx'
import { soldPackage } from '#platform/web/known-package.ts'
import { typeOptions, type OrderValues } from './refund-form.ts'
import css from './dialogs.module.css'
import type { ControlProps } from '#kit/web/ui/field.tsx'

type SegmentsProps = {
  label: string
  options: readonly { value: string; label: string; note?: string; off?: boolean }[]
  value: string
  onChange: (value: string) => void
  control?: Partial<ControlProps>
  /** Takes the focus when the dialog opens. */
  autoFocus?: boolean
}

/** Enter submits, as the foot of the dialog says: on a chosen answer it has no other effect. */
function send(event: KeyboardEvent<HTMLButtonElement>, isAnswered: boolean): void {
  if (event.key !== 'Enter' || !isAnswered || event.repeat) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A choice of a few visible options, by one click. `off`: shown, but disabled. */
const Segments = ({
  label,
  options,
  value,
  onChange,
  control: { id, ...aria } = {},
  autoFocus = false,
}: SegmentsProps) => (
  <div
    id={id}
    className={css.segments}
    role="group"
    aria-label={label}
    data-invalid={aria['aria-invalid'] || undefined}
  >
    {options.map((option, index) => (
      <button
        key={option.value}
        type="button"
        {...(index === 0 && { ...aria, 'data-autofocus': autoFocus || undefined })}
        aria-pressed={value === option.value}
        disabled={option.off}
        onClick={() => onChange(option.value)}
        onKeyDown={(event) => send(event, value === option.value)}
      >
        {option.label}
        {option.note && <small>{option.note}</small>}
      </button>
    ))}
  </div>
)

type Of = { form: Form<OrderValues> }

const paid = { 1: 'trả trước', 2: 'trả sau' } as const
const subscriberTypes = numberTypes.map((option) => ({ ...option, note: paid[option.value] }))

const whose = ['number_phone', 'number_type', 'package_code'] as const

/** Values of the forms for what is known of the number. */
const fills = (known: KnownNumber) => ({
  number_type: numberTypes.find(({ label }) => label === known.type)?.value ?? '',
  package_code: soldPackage(known),
})

/** Phone, subscriber type, package; the focus starts at the first unknown one. */
export function WhoseFields({ form }: Of) {
  const [first] = useState(() => whose.find((name) => !form.values[name]))
  return (
    <KnownFields form={form} phone="number_phone" fills={fills} requestsFor="package_code">
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
    </KnownFields>
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

/** Whether the other order is made too. */
export const BothQuestion = ({ form, label }: Of & { label: string }) => (
  <div className={css.question}>
    <FormField form={form} name="cho_len_don" label={label} required>
      {(field) => <Segments {...field} label={label} options={answers} />}
    </FormField>
  </div>
)
