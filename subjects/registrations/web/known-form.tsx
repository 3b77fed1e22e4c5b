/** Dialogs that begin with number and package, filled in with what is known of the number (D3-UX-01). */
import type { KnownNumber } from '#platform/contract/calls/known-number.ts'
import { KnownFields } from '#platform/web/known-number.tsx'
import type { FormLayout } from '#kit/web/resource/edit-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { PackageBox } from '#kit/web/ui/package-box.tsx'
import css from '#kit/web/form/form-dialog.module.css'

type Names = { phone: string; pack: string; half: readonly string[]; whole: readonly string[] }

/** The layout; `packageOf` gives the package to fill in. */
export const knownForm =
  ({ phone, pack, half, whole }: Names, packageOf: (known: KnownNumber) => string): FormLayout =>
  (field, form, isNew) => (
    <>
      <KnownFields form={form} phone={phone} fills={(known) => ({ [pack]: packageOf(known) })} asks={isNew}>
        {({ packages }) => (
          <>
            {field(phone)}
            <FormField form={form} name={pack} className={css.half}>
              {(box) => <PackageBox {...box} packages={packages} autoFocus={Boolean(form.values[phone])} />}
            </FormField>
          </>
        )}
      </KnownFields>
      {half.map((name) => field(name))}
      {whole.map((name) => field(name, css.whole))}
    </>
  )
