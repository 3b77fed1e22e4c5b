/** The form of a confirmation tab: number and package, the code that was sent, both buttons. */
import { IconCircleCheck, IconPhone, IconRefresh } from '@tabler/icons-react'
import { formatInstant } from '../../../contract/dates.ts'
import {
  codeMinutes,
  codeTries,
  inviteTexts,
  longestOtp,
  type CodeTab,
} from '../../../contract/workflows/invite.ts'
import { FormField } from '../../kit/form/form-field.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { TextBox } from '../../kit/ui/field.tsx'
import { useCodeForm, type CodeForm } from './code-form.ts'
import { clockOf, useLeft, type CodeOrder } from './code-order.ts'
import css from './invite.module.css'

const around = 2 * Math.PI * 16

/** Remaining time of the code as a ring and in figures. */
function Dial({ order }: { order: CodeOrder }) {
  const left = useLeft(order)
  return (
    <span
      className={css.dial}
      role="timer"
      aria-label={`Còn ${clockOf(left)}`}
      data-over={left === 0 || undefined}
    >
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle cx="20" cy="20" r="16" />
        <circle
          className={css.left}
          cx="20"
          cy="20"
          r="16"
          strokeDasharray={`${(left / order.lives) * around} ${around}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <b data-num>{clockOf(left)}</b>
    </span>
  )
}

/** The code that was sent, and the box for the digits the customer reads out. */
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
    <FormField form={form} name="otp" hint={`Nhập được ${codeTries} lần. Mã không được lưu.`}>
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
  tab: { type: CodeTab['type']; label: string }
  start: { phone: string; package: string }
  /** The care card filled the form. */
  fromCare: boolean
  done: (registered: { phone: string; pack: string }) => void
}

/** Note on the values taken from the care card. */
const filledWords = ({ phone, package: pack }: CodeCardProps['start']): string => {
  const filled = [...(phone ? ['số'] : []), ...(pack ? ['gói'] : [])]
  return filled.length === 0 ? '' : `, đã điền ${filled.join(' và ')}`
}

/** Enter asks for a code; once there is one, it confirms. */
export function CodeCard({ tab: { type, label }, start, fromCare, done }: CodeCardProps) {
  const { form, order, getCode, mayAsk, mayConfirm } = useCodeForm({ type, start, done })
  return (
    <section className={css.card} aria-label={label}>
      <header className={css.head}>
        <h2>{label}</h2>
        <span>đầu số {type}</span>
      </header>
      {fromCare && (
        <p className={css.from}>
          <IconPhone size={16} stroke={1.9} aria-hidden /> Từ Chăm sóc khách hàng{filledWords(start)}
        </p>
      )}
      <form
        {...form.element}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (mayConfirm) void form.submit()
          else if (!order && mayAsk) void getCode.run()
        }}
      >
        <FormField form={form} name="phone" />
        <FormField form={form} name="package" hint="Đổi số hoặc gói thì phải lấy mã mới" />
        {order && <Sent form={form} order={order} />}
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
        <p className={css.hint}>Lấy OTP lần nữa thì mã cũ hết dùng được</p>
      </form>
    </section>
  )
}
