/** The form of the renewal, selling and registration tabs: a command to 9332 (D2-Q-142, D2-Q-143). */
import { f } from '#kit/contract/field.ts'
import { requestTypes } from '#subjects/registrations/contract/lists/invitation-reports.ts'
import { invite, type Command } from '#subjects/registrations/contract/calls/invite.ts'
import { Card } from '#figures/card.tsx'
import { FormLine } from '#kit/web/form/form-line.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { isEmpty } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { sendFull } from '#kit/web/client.ts'
import { refresh } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { askedFields } from './code-form.ts'
import { NumberFields } from './number-fields.tsx'
import css from './invite.module.css'

type Values = { phone: string; package: string; command: string }

const wordOf = (command: string): string => requestTypes.find(({ value }) => value === command)?.label ?? ''

const commandField = f.choice({ label: 'Lệnh', options: requestTypes, required: true })

function useCommandForm(commands: readonly Command[]) {
  const form = useForm<Values>({
    start: { phone: '', package: '', command: commands[0] ?? '' },
    fields: () => [
      ['phone', askedFields.phone],
      ['package', askedFields.package],
      ...(commands.length > 1 ? [['command', commandField] as const] : []),
    ],
    isDirty: () => false,
    // With the key, a repeated click counts as the same request.
    save: async (values, { key }) => {
      try {
        const request = { type: '9332', ...values } as const
        await sendFull(invite, request, { idempotencyKey: key })
      } finally {
        void refresh('report-9332/search')
      }
      form.restart({ ...values, phone: '' })
      form.focus('phone')
    },
  })
  return form
}

/** Number, package, and the command if there is a choice. */
export function CommandCard({ tab }: { tab: { label: string; commands: readonly Command[] } }) {
  const form = useCommandForm(tab.commands)
  const { phone, package: pack, command } = form.values
  return (
    <Card title={tab.label} note="đầu số 9332">
      <form {...form.element} className={css.form}>
        <NumberFields form={form} />
        <FormField form={form} name="command" />
        <FormLine form={form} />
        <div className={css.buttons}>
          <Button
            look="primary"
            type="submit"
            keys="Enter"
            busy={form.busy}
            disabled={isEmpty(phone) || isEmpty(pack) || command === ''}
          >
            {wordOf(command)}
          </Button>
        </div>
      </form>
    </Card>
  )
}
