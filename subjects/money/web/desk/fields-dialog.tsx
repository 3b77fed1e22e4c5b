/** Fills in fields that could not be read, so that the row can be approved (D3-DEC-07). */
import { fieldOf } from '#kit/contract/resource.ts'
import { refresh } from '#kit/web/query.ts'
import { callsOf } from '#kit/web/resource-api.ts'
import { EditDialog } from '#kit/web/resource/edit-dialog.tsx'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { nameOf } from './decide.ts'
import { deskKey, type Item } from './use-desk.ts'

/** Empty fields are not sent (D1-Q-050). */
export function FieldsDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { row, kind, id } = item
  const { resource } = kind
  const names = resource.inline ?? []
  return (
    <EditDialog
      title={`Điền thông tin, ${nameOf(item)}`}
      fields={names.map((name) => [name, fieldOf(resource, name)])}
      row={{ ...row.fields, id: row.id, version: row.version }}
      onClose={onClose}
      onSave={async (values, { key, version }) => {
        const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
        await callsOf(resource).update(
          row.id,
          { ...filled, ...(version !== undefined && { version }) },
          { idempotencyKey: key },
        )
        markOwn([id])
        await Promise.all([refresh(resource), refresh(deskKey)])
      }}
    />
  )
}
