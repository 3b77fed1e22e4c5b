/** The form of a confirmation tab: number and package, the sent code, both buttons. */
import { IconCircleCheck, IconPhone, IconRefresh } from '@tabler/icons-react'
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { screenOf } from '#platform/contract/screens.ts'
import type { CodeType } from '#platform/contract/code-tabs.ts'
import {
  codeMinutes,
  codeTries,
  inviteTexts,
  longestOtp,
  type OpenOrder,
} from '#subjects/registrations/contract/calls/invite.ts'
import { Card } from '#figures/card.tsx'
import { FormLine } from '#kit/web/form/form-line.tsx'
import { FormField } from '#kit/web/form/form-field.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextBox } from '#kit/web/ui/field.tsx'
import { useCodeForm, type CodeForm } from './code-form.ts'
import { clockOf, isMasked, useLeft, type CodeOrder } from './code-order.ts'
import type { InvitedCustomer } from './invited-customer.ts'
import { NumberFields } from './number-fields.tsx'
import css from './invite.module.css'

const around = 2 * Math.PI * 16

/** Remaining time of the code as a ring and in figures. */
function Dial({ order }: { order: CodeOrder }) {
  const remaining = useLeft(order)
  return (
    <span
      className={css.dial}
      role="timer"
      aria-label={`Còn ${clockOf(remaining)}`}
      data-over={remaining === 0 || undefined}
    >
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle cx="20" cy="20" r="16" />
        <circle
          className={css.left}
          cx="20"
          cy="20"
          r="16"
          strokeDasharray={`${(remaining / order.lives) * around} ${around}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <b data-num>{clockOf(remaining)}</b>
    </span>
  )
}

/** The sent code, and the box for the digits that the customer reads out. */
const Sent = ({ form, order }: { form: CodeForm['form']; order: CodeOrder }) => (
  <div className={css.sent}>
    <div className={css.state}>
      <Dial order={order} />
      <div>
        <p className={css.ok}>
          <IconCircleCheck size={16} stroke={1.9} aria-hidden /> {inviteTexts.sent}
        </p>
        <p className={css.hint} data-num>
          Lúc {formatInstant(order.sentAt).slice(11)}, dùng trong {codeMinutes} phút
        </p>
      </div>
    </div>
    <FormField form={form} name="otp" hint={`Nhập được ${order.tries ?? codeTries} lần. Mã không được lưu.`}>
      {({ control, value, onChange }) => (
        <TextBox
          {...control}
          className={css.otp}
          inputMode="numeric"
          maxLength={longestOtp}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\s/g, ''))}
        />
      )}
    </FormField>
  </div>
)

type CodeCardProps = {
  tab: { type: CodeType; label: string }
  /** The customer from the care card or the offer that filled in the form. */
  handed: InvitedCustomer | null
  open: readonly OpenOrder[]
  done: (registered: CodeOrder) => void
}

const origins = {
  care: screenOf('care').label,
  offer: screenOf('moigoihomsau').label,
} satisfies Record<InvitedCustomer['from'], string>

/** Where number and package come from, and the customer's main account, if known. */
const Handed = ({ customer: { from, pack, balance } }: { customer: InvitedCustomer }) => (
  <p className={css.from}>
    <IconPhone size={16} stroke={1.9} aria-hidden /> Từ {origins[from]}, đã điền {pack ? 'số và gói' : 'số'}
    {balance !== null && (
      <>
        . Tài khoản chính <b data-num>{formatMoney(balance)}</b> đồng
      </>
    )}
  </p>
)

const changeHint = 'Đổi số hoặc gói thì phải lấy mã mới'

/** Enter asks for a code; once there is one, it confirms. */
export function CodeCard({ tab: { type, label }, handed, open, done }: CodeCardProps) {
  const start = { phone: handed ? showPhone(handed.phone) : '', package: handed?.pack ?? '' }
  const { form, order, getCode, mayAsk, mayConfirm } = useCodeForm({ type, start, open, done })
  return (
    <Card title={label} note={`đầu số ${type}`}>
      {handed && <Handed customer={handed} />}
      <form
        {...form.element}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (mayConfirm) void form.submit()
          else if (!order && mayAsk) void getCode.run()
        }}
      >
        <NumberFields form={form} handed={handed} hint={changeHint} />
        {order && <Sent form={form} order={order} />}
        <FormLine form={form} />
        <div className={css.buttons}>
          <Button
            type={order ? 'submit' : 'button'}
            look={order ? 'primary' : 'outline'}
            busy={form.busy}
            disabled={!mayConfirm || getCode.busy}
            {...(order && { keys: 'Enter' })}
          >
            Đăng ký
          </Button>
          <Button
            type={order ? 'button' : 'submit'}
            look={order ? 'outline' : 'primary'}
            icon={<IconRefresh size={16} stroke={1.9} />}
            busy={getCode.busy}
            disabled={!mayAsk || form.busy}
            {...(order ? { onClick: () => void getCode.run() } : { keys: 'Enter' })}
          >
            Lấy OTP
          </Button>
        </div>
        <p className={css.hint}>
          {isMasked(form.values.phone) ? inviteTexts.reload : 'Lấy OTP lần nữa thì mã cũ hết dùng được'}
        </p>
      </form>
    </Card>
  )
}
