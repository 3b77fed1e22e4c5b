/** The bank account to which a person's pay goes (D3-ACC-04): the own one, or somebody's. */
import { bankNames } from '#subjects/people/contract/banks.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { f } from '#kit/contract/field.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { changePayout, readPayout, texts } from '#subjects/people/contract/calls/payout-account.ts'
import { send } from '#kit/web/client.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { showError } from '#kit/web/feedback.ts'

type Payout = AnswerOf<typeof readPayout>
type Values = { ngan_hang: string; so_tai_khoan: string; chu_tai_khoan: string }

const fields = [
  [
    'ngan_hang',
    f.choice({ label: 'Ngân hàng', options: bankNames.map((name) => ({ value: name, label: name })) }),
  ],
  ['so_tai_khoan', f.text({ label: 'Số tài khoản', account: true, max: 30 })],
  ['chu_tai_khoan', f.text({ label: 'Chủ tài khoản', max: 100 })],
] as const

/** The stored number where it is shown whole. */
const startOf = ({ ngan_hang, so_tai_khoan: number, chu_tai_khoan }: Payout): Values => ({
  ngan_hang: ngan_hang ?? '',
  so_tai_khoan: number?.startsWith('*') ? '' : (number ?? ''),
  chu_tai_khoan: chu_tai_khoan ?? '',
})

function hintOf({ so_tai_khoan: number, changed_at, changed_by }: Payout): string {
  const masked = number?.startsWith('*') ? `Đang là ${number}, muốn đổi thì nhập cả số. ` : ''
  return changed_at ? `${masked}Đổi gần nhất ${formatInstant(changed_at)}, ${changed_by ?? ''}` : masked
}

function AccountForm({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const form = useForm<Values>({
    fields: () => fields,
    start: startOf(payout),
    row: payout,
    fallback: texts.failed,
    save: async (typed, { key, version }) => {
      await send(changePayout, { id: payout.id, ...typed, version }, { idempotencyKey: key })
      await Promise.all([refresh('users'), refresh('tinhluong')])
      onClose()
    },
  })
  return (
    <FormDialog
      narrow
      form={form}
      title="Tài khoản ngân hàng nhận lương"
      note={`${payout.fullname}, ${payout.username}`}
      onClose={onClose}
    >
      <FormField form={form} name="ngan_hang" autoFocus />
      <FormField form={form} name="so_tai_khoan" hint={hintOf(payout)} />
      <FormField form={form} name="chu_tai_khoan" hint={`Bỏ trống nếu là ${payout.fullname}`} />
    </FormDialog>
  )
}

/** Opens when the account is read; a person is told of every change. */
export function PayoutAccountDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useCall('users', readPayout, { id }, { staleTime: 0 })
  if (error) {
    showError(error, texts.failed)
    onClose()
    return null
  }
  return data ? <AccountForm payout={data} onClose={onClose} /> : null
}
