/** 'Đặt cho khách': orders a number in the caller's name, also one the caller holds (D3-SIM-04). */
import { doNotCallText } from '#platform/contract/do-not-call.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { sendOrder } from '#subjects/sims/contract/calls/sims.ts'
import { send } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { startOf, type Fields } from '#kit/web/form/form-rules.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh } from '#kit/web/query.ts'

const names = ['phone', 'name', 'address', 'payment_method', 'note'] as const
const fields: Fields = names.map((name) => [name, order.fields[name]] as const)

type OrderDialogProps = { sim: { id: string; shown: string }; onClose: () => void }

export function OrderDialog({ sim, onClose }: OrderDialogProps) {
  const form = useForm({
    start: startOf(fields, null),
    fields: () => fields,
    save: async (_, { read, key }) => {
      const { khong_goi: entry } = await send(sendOrder, { id: sim.id, ...read }, { idempotencyKey: key })
      if (entry) toast('info', doNotCallText(entry))
      await Promise.all([refresh(simso.path), refresh(order.path)])
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`Đặt sim ${sim.shown}`} saveLabel="Đặt sim" onClose={onClose}>
      {names.map((name, at) => (
        <FormField key={name} form={form} name={name} autoFocus={at === 0} />
      ))}
    </FormDialog>
  )
}
