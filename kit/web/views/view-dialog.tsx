/** The dialog that names a view: a new one of the list as shown, or another name. */
import { useState } from 'react'
import { can } from '#platform/contract/abilities.ts'
import { f, type Field } from '#kit/contract/field.ts'
import { viewNameLength, viewScopes, type ViewScope } from '#kit/contract/views.ts'
import { chooseView, createView, updateView, viewTexts } from '#platform/contract/calls/save-views.ts'
import type { View } from '#platform/contract/calls/views.ts'
import { send } from '../client.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { FormField } from '../form/form-field.tsx'
import { useForm } from '../form/use-form.ts'
import { refresh } from '../query.ts'
import { useActor } from '../session.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import type { ListViews } from './use-list-views.ts'
import { contentOf, seeksPhone } from './view-content.ts'
import css from './view-panel.module.css'

/** A new view, or another name for one. */
export type ViewTask = { kind: 'new' } | { kind: 'rename'; view: View }

type Values = { name: string; scope: ViewScope; begins: boolean }

const nameField = f.text({ label: 'Tên', required: true, max: viewNameLength })

/** The scopes that a user may save for: branches and leaders for their unit, managers for everybody. */
export function useScopes(): ViewScope[] {
  const actor = useActor()
  return [
    'own',
    ...([3, 4].includes(actor.priority) ? (['team'] as const) : []),
    ...(can(actor, 'below3') ? (['everyone'] as const) : []),
  ]
}

const scopeField = (scopes: readonly ViewScope[]): Field =>
  f.choice({
    label: 'Dành cho',
    required: true,
    options: scopes.map((value) => ({ value, label: viewScopes[value] })),
  })

type DialogProps = { views: ListViews; task: ViewTask; onClose: () => void }

export function ViewDialog({ views, task, onClose }: DialogProps) {
  const scopes = useScopes()
  const renamed = task.kind === 'rename' ? task.view : null
  // As it was shown when the dialog opened.
  const [content] = useState(() => contentOf(views))
  const form = useForm<Values>({
    start: { name: renamed?.name ?? '', scope: renamed?.scope ?? 'own', begins: false },
    fields: () => [
      ['name', nameField],
      ...(renamed || scopes.length === 1 ? [] : [['scope', scopeField(scopes)] as const]),
    ],
    save: async ({ name, scope, begins }, { key: idempotencyKey }) => {
      if (renamed) {
        const { id, version } = renamed
        await send(updateView, { id, name, version }, { idempotencyKey })
        await refresh('chedoxem')
      } else {
        const made = await send(createView, { list: views.list, name, scope, content }, { idempotencyKey })
        if (begins) await send(chooseView, { list: views.list, view: made.id }, { quiet: true })
        await refresh('chedoxem')
        views.open(made)
      }
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={renamed ? 'Đổi tên chế độ xem' : 'Lưu chế độ xem mới'}
      narrow
      onClose={onClose}
    >
      <FormField form={form} name="name" autoFocus />
      <FormField form={form} name="scope" />
      {!renamed && (
        <label className={css.check}>
          <Checkbox
            label="Mở danh sách bằng chế độ xem này"
            checked={form.values.begins}
            onChange={(event) => form.set('begins', event.target.checked)}
          />
          Mở danh sách bằng chế độ xem này
        </label>
      )}
      {!renamed && seeksPhone(views) && <p className={css.hint}>{viewTexts.noPhones}.</p>}
    </FormDialog>
  )
}
