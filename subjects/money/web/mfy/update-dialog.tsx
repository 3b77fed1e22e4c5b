/** Partner company, note and staff member of a request (D2-MFY-33, D2-MFY-36, D2-MFY-61 to 64, D2-Q-113). */
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { oneSetting } from '#subjects/settings/contract/calls/settings.ts'
import { mfyTexts, updateMfy } from '#subjects/money/contract/calls/mfy.ts'
import { send } from '#kit/web/client.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { isEmpty } from '#kit/web/form/form-rules.ts'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { aboutOf, type Row } from './rows.ts'

const { cty, note, username_nv } = mfy.fields
const fields = [
  ['cty', cty],
  ['username_nv', { ...username_nv, required: true }],
  ['note', note],
] as const

/** The companies to choose from, and the one of an older request; only managers may read them. */
export function useCompanies(manages: boolean, now = ''): { value: string; label: string }[] {
  const { data } = useCall('setting', oneSetting, manages ? { key: 'mfy_cty' } : null)
  const names = Array.isArray(data?.value) ? data.value.map(String) : []
  return [...new Set([...names, ...(now ? [now] : [])])].map((name) => ({ value: name, label: name }))
}

export function UpdateDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const companies = useCompanies(true, row.cty ?? '')
  const form = useForm({
    start: { cty: row.cty ?? '', username_nv: row.username_nv ?? '', note: row.note ?? '' },
    fields: () => fields,
    row,
    check: (values) =>
      isEmpty(values.cty) && isEmpty(values.note) ? { note: mfyTexts.nothingToUpdate } : {},
    words: (error) => error,
    fallback: mfyTexts.updateFailed,
    save: async (values, { key, version }) => {
      const input = { id: row.id, ...values, ...(version !== undefined && { version }) }
      await send(updateMfy, input, { idempotencyKey: key })
      markOwn([row.id])
      await refresh(mfy.path)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title="Cập nhật đơn Mfy" note={aboutOf(row)} onClose={onClose}>
      <PickField form={form} name="cty" autoFocus emptyLabel="Không chọn" options={companies} />
      <FormField form={form} name="username_nv" />
      <FormField form={form} name="note" />
    </FormDialog>
  )
}
