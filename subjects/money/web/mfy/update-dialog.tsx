/** Partner company, note and staff member of a request (D2-MFY-33, D2-MFY-36, D2-MFY-61 to 64, D2-Q-113). */
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { oneSetting } from '#subjects/settings/contract/calls/settings.ts'
import { mfyTexts, updateMfy } from '#subjects/money/contract/calls/mfy.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { isEmpty } from '#kit/web/form/form-rules.ts'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { useCall } from '#kit/web/query.ts'
import { aboutOf, type Row } from './rows.ts'

/** The companies to choose from, with that of an older request; only managers may read them. */
export function useCompanies(manages: boolean, now = ''): { value: string; label: string }[] {
  const { data } = useCall('setting', oneSetting, manages ? { key: 'mfy_cty' } : null)
  const names = Array.isArray(data?.value) ? data.value.map(String) : []
  return [...new Set([...names, ...(now ? [now] : [])])].map((name) => ({ value: name, label: name }))
}

export function UpdateDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const companies = useCompanies(true, row.cty ?? '')
  return (
    <CallDialog
      call={updateMfy}
      row={row}
      title="Cập nhật đơn Mfy"
      note={aboutOf(row)}
      check={({ cty, note }) => (isEmpty(cty) && isEmpty(note) ? { note: mfyTexts.nothingToUpdate } : {})}
      words={(error) => error}
      fallback={mfyTexts.updateFailed}
      refreshes={[mfy]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PickField form={form} name="cty" autoFocus emptyLabel="Không chọn" options={companies} />
          <FormField form={form} name="username_nv" />
          <FormField form={form} name="note" />
        </>
      )}
    </CallDialog>
  )
}
