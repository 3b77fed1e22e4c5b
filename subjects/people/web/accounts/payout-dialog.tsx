/** The bank account for a person's pay (D3-ACC-04): one's own, or another person's. */
import { formatInstant } from '#kit/contract/dates.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { changePayout, readPayout, texts } from '#subjects/people/contract/calls/payout-account.ts'
import { CallDialog } from '#kit/web/form/call-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useCall } from '#kit/web/query.ts'
import { showError } from '#kit/web/feedback.ts'

type Payout = AnswerOf<typeof readPayout>
function hintOf({ so_tai_khoan: number, changed_at, changed_by }: Payout): string {
  const masked = number?.startsWith('*') ? `Đang là ${number}, muốn đổi thì nhập cả số. ` : ''
  return changed_at ? `${masked}Đổi gần nhất ${formatInstant(changed_at)}, ${changed_by ?? ''}` : masked
}

/** A masked number is not written back: it is typed in full, or its box stays empty. */
const AccountForm = ({ payout, onClose }: { payout: Payout; onClose: () => void }) => (
  <CallDialog
    narrow
    call={changePayout}
    row={payout}
    start={payout.so_tai_khoan?.startsWith('*') ? { so_tai_khoan: '' } : {}}
    title="Tài khoản ngân hàng nhận lương"
    note={`${payout.fullname}, ${payout.username}`}
    fallback={texts.failed}
    refreshes={['users', 'tinhluong']}
    onClose={onClose}
  >
    {(form) => (
      <>
        <FormField form={form} name="ngan_hang" autoFocus />
        <FormField form={form} name="so_tai_khoan" hint={hintOf(payout)} />
        <FormField form={form} name="chu_tai_khoan" hint={`Bỏ trống nếu là ${payout.fullname}`} />
      </>
    )}
  </CallDialog>
)

/** Opens when the account has been read; the person is notified of every change. */
export function PayoutAccountDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useCall('users', readPayout, { id }, { staleTime: 0 })
  if (error) {
    showError(error, texts.failed)
    onClose()
    return null
  }
  return data ? <AccountForm payout={data} onClose={onClose} /> : null
}
