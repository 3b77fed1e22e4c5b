/** Number and package of an invitation, with the packages that the number can register (D3-UX-01). */
import type { ReactNode } from 'react'
import type { KnownNumber } from '#platform/contract/calls/known-number.ts'
import { FormField } from '#kit/web/form/form-field.tsx'
import type { Form } from '#kit/web/form/use-form.ts'
import { PackageBox } from '#kit/web/ui/package-box.tsx'
import { KnownFields } from '#platform/web/known-number.tsx'
import { onlyPackage } from '#platform/web/known-package.ts'
import type { InvitedCustomer } from './invited-customer.ts'

type Values = { phone: string; package: string }

const fills = (known: KnownNumber) => ({ package: onlyPackage(known) })

type NumberFieldsProps = {
  form: Form<Values>
  /** The customer that filled in the form; brings own packages, and nothing is asked. */
  handed?: InvitedCustomer | null | undefined
  hint?: ReactNode
}

export const NumberFields = ({ form, handed = null, hint }: NumberFieldsProps) => (
  <KnownFields form={form} phone="phone" fills={fills} asks={handed === null}>
    {({ packages }) => (
      <>
        <FormField form={form} name="phone" />
        <FormField form={form} name="package" hint={hint}>
          {(box) => <PackageBox {...box} packages={handed?.packages ?? packages} />}
        </FormField>
      </>
    )}
  </KnownFields>
)
