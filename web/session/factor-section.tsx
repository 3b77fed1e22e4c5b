/** The second factor in the own profile (D3-SEC-06). */
import { formatInstant } from '../../contract/dates.ts'
import {
  factorState,
  factorTexts,
  removeFactor,
  type FactorState,
} from '../../contract/workflows/second-factor.ts'
import { newKey, send } from '../kit/client.ts'
import { confirmDoing } from '../kit/feedback.ts'
import { refresh, useCall } from '../kit/query.ts'
import { session } from '../kit/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import css from './factor.module.css'

const noteFactor = (hasFactor: boolean): void =>
  session.set((now) => (now.status === 'in' ? { ...now, hasFactor } : now))

const switchOff = (): Promise<boolean> =>
  confirmDoing(
    {
      title: 'Tắt xác thực hai lớp',
      body: 'Từ lần đăng nhập sau chỉ cần mật khẩu. Mã khôi phục đã cất không dùng được nữa.',
      confirmLabel: 'Tắt',
      danger: true,
      about: 'Tắt xác thực hai lớp',
    },
    async () => {
      const key = newKey()
      await send(removeFactor, {}, { idempotencyKey: key })
      noteFactor(false)
      await refresh('users')
    },
  )

function Facts({ state, onSetUp }: { state: FactorState; onSetUp: () => void }) {
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
          <Button reason={required ? factorTexts.required : undefined} onClick={() => void switchOff()}>
            Tắt
          </Button>
        )}
      </span>
    </div>
  )
}

type SectionProps = { className: string | undefined; onSetUp: () => void }

/** Nothing for whom it is not offered and who has none. */
export function FactorSection({ className, onSetUp }: SectionProps) {
  const { data: state } = useCall('users', factorState, {})
  if (!state || (!state.offered && state.since === null)) return null
  return (
    <fieldset className={className}>
      <legend>Xác thực hai lớp</legend>
      <Facts state={state} onSetUp={onSetUp} />
    </fieldset>
  )
}

/** The set-up; beside the form of the profile, as it has forms of its own. */
export const FactorDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Xác thực hai lớp" onClose={onClose}>
    <FactorSetUp
      onDone={() => {
        noteFactor(true)
        onClose()
      }}
    />
  </Dialog>
)
