/** Hands a request over to another person; its clock keeps running (D3-CLK-03). */
import { IconUser } from '@tabler/icons-react'
import { showPhone } from '#kit/contract/phone.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { handOver } from '#subjects/money/contract/calls/mfy.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { PickField } from '#kit/web/form/pick-field.tsx'
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

/** Everybody except the holder, each with the number of their running clocks. */
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
  return (
    <CallDialog
      call={handOver}
      row={request}
      start={{ username_nv: '' }}
      refreshes={[mfy]}
      narrow
      title={`Giao ${showPhone(request.so_dien_thoai ?? '')}`}
      note={clock && <Remaining clock={clock} now={now} />}
      saveLabel="Giao"
      ready={({ username_nv }) => username_nv !== ''}
      onClose={onClose}
    >
      {(form) => (
        <>
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
        </>
      )}
    </CallDialog>
  )
}
