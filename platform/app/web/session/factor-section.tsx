/** The second factor in the user's own profile (D3-SEC-06). */
import { useState } from 'react'
import { formatInstant } from '#kit/contract/dates.ts'
import {
  factorState,
  factorTexts,
  removeFactor,
  type FactorState,
} from '#subjects/people/contract/calls/second-factor.ts'
import { send } from '#kit/web/client.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh, useCall } from '#kit/web/query.ts'
import { session, useSession } from '#kit/web/session.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { CodeField } from './code-field.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import css from './factor.module.css'

const noteFactor = (hasFactor: boolean): void =>
  session.set((now) => (now.status === 'in' ? { ...now, hasFactor } : now))

/** Asks for a code of the device to remove: somebody at an open browser who knows the password lacks it. */
function SwitchOff({ onClose }: { onClose: () => void }) {
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ ...(code.trim() === '' && { code: factorTexts.ownCode }) }),
    isDirty: () => false,
    fallbackField: 'code',
    save: async ({ code }, { key }) => {
      await send(removeFactor, { code }, { idempotencyKey: key })
      noteFactor(false)
      onClose()
      await refresh('users')
    },
  })
  return (
    <Dialog title="Tắt xác thực hai lớp" onClose={onClose}>
      <form {...form.element} className={css.steps}>
        <p>Từ lần đăng nhập sau chỉ cần mật khẩu. Mã khôi phục đã cất không dùng được nữa.</p>
        <CodeField form={form} name="code" hint={factorTexts.ownCode} recovery />
        <div className={css.actions}>
          <Button look="danger" type="submit" busy={form.busy}>
            Tắt
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type FactsProps = { state: FactorState; onSetUp: () => void; onSwitchOff: () => void }

function Facts({ state, onSetUp, onSwitchOff }: FactsProps) {
  const { since, required, offered, codes_left } = state
  return (
    <div className={css.facts}>
      {since ? (
        <p>
          Đã bật từ {formatInstant(since)}, còn {codes_left} mã khôi phục.
          {required && ' Tài khoản của bạn bắt buộc có.'}
        </p>
      ) : (
        <p>Chưa bật. Bật rồi thì đăng nhập cần thêm mã trên điện thoại của bạn.</p>
      )}
      <span className={css.actions}>
        {offered && <Button onClick={onSetUp}>{since ? 'Đổi điện thoại hoặc mã khôi phục' : 'Bật'}</Button>}
        {since && (
          <Button reason={required ? factorTexts.required : undefined} onClick={onSwitchOff}>
            Tắt
          </Button>
        )}
      </span>
    </div>
  )
}

/** Setting up, or switching off. */
export type FactorStep = 'setUp' | 'off'
type SectionProps = { className: string | undefined; onAsk: (step: FactorStep) => void }

/** Empty if the second factor is not offered and the user has none. */
export function FactorSection({ className, onAsk }: SectionProps) {
  const { data: state } = useCall('users', factorState, {})
  if (!state || (!state.offered && state.since === null)) return null
  return (
    <fieldset className={className}>
      <legend>Xác thực hai lớp</legend>
      <Facts state={state} onSetUp={() => onAsk('setUp')} onSwitchOff={() => onAsk('off')} />
    </fieldset>
  )
}

function SetUp({ onClose }: { onClose: () => void }) {
  const { hasFactor } = useSession()
  // A device set up in this dialog is not the one to be replaced.
  const [replaces] = useState(hasFactor)
  return (
    <Dialog title="Xác thực hai lớp" onClose={onClose}>
      <FactorSetUp
        replaces={replaces}
        onDone={() => {
          noteFactor(true)
          onClose()
        }}
      />
    </Dialog>
  )
}

type DialogProps = { step: FactorStep; onClose: () => void }

/** Beside the form of the profile, because forms cannot be nested. */
export const FactorDialog = ({ step, onClose }: DialogProps) =>
  step === 'off' ? <SwitchOff onClose={onClose} /> : <SetUp onClose={onClose} />
