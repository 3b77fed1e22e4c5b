/** Hands a request over to somebody else; its clock keeps running (D3-CLK-03). */
import { IconUser } from '@tabler/icons-react'
import { showPhone } from '#kit/contract/phone.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { handOver } from '#subjects/money/contract/calls/mfy.ts'
import { send } from '#kit/web/client.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh } from '#kit/web/query.ts'
import { markOwn } from '#kit/web/resource/held-rows.ts'
import { staffLabel, useStaff } from '#kit/web/staff.ts'
import { Remaining } from './countdown.tsx'
import { useClocks, useSeconds } from './use-clocks.ts'
import css from './mfy.module.css'

/** The request to hand over: a clock of the panel or a row of the list. */
export type HandedRequest = {
  id: string
  version: number
  so_dien_thoai: string | null
  username_nv: string | null
  ten_nv: string | null
}

const fields = [['username_nv', { ...mfy.fields.username_nv, label: 'Người nhận', required: true }]] as const

/** Everybody but the holder, each with the number of their running clocks. */
export function useReceivers({ username_nv }: HandedRequest) {
  const staff = useStaff()
  const busy = Map.groupBy(useClocks().data ?? [], (clock) => clock.username_nv)
  return staff
    .filter(({ username }) => username !== username_nv)
    .map((member) => {
      const n = busy.get(member.username)?.length ?? 0
      const load = n === 0 ? 'rảnh' : `${n} đồng hồ`
      return { value: member.username, label: staffLabel(member), note: `${member.username}, ${load}` }
    })
}

export function HandOverDialog({ request, onClose }: { request: HandedRequest; onClose: () => void }) {
  const now = useSeconds()
  const clock = useClocks().data?.find(({ id }) => id === request.id)
  const receivers = useReceivers(request)
  const form = useForm({
    start: { username_nv: '' },
    fields: () => fields,
    row: request,
    save: async ({ username_nv }, { key, version }) => {
      const input = { id: request.id, username_nv, ...(version !== undefined && { version }) }
      await send(handOver, input, { idempotencyKey: key })
      markOwn([request.id])
      await refresh(mfy.path)
      onClose()
    },
  })
  return (
    <FormDialog
      narrow
      form={form}
      title={`Giao ${showPhone(request.so_dien_thoai ?? '')}`}
      note={clock && <Remaining clock={clock} now={now} />}
      saveLabel="Giao"
      ready={form.values.username_nv !== ''}
      onClose={onClose}
    >
      <p className={css.holder}>
        Đang ở {request.ten_nv}
        {clock ? ', đồng hồ chạy tiếp' : ''}
      </p>
      <PickField
        form={form}
        name="username_nv"
        autoFocus
        placeholder="Chọn nhân viên"
        icon={<IconUser size={16} stroke={1.9} aria-hidden />}
        options={receivers}
      />
    </FormDialog>
  )
}
