/** The steps of setting up a second factor: scan, type a code, save the recovery codes (D3-SEC-06). */
import { IconCopy } from '@tabler/icons-react'
import {
  factorTexts,
  type FactorDraft,
  beginFactor,
  factorDraft,
  finishFactor,
} from '#subjects/people/contract/calls/second-factor.ts'
import QrPicture from '#figures/qr-picture.tsx'
import { copyText } from '#kit/web/feedback.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import css from './factor.module.css'
import { useState } from 'react'
import { send } from '#kit/web/client.ts'
import { useForm } from '#kit/web/form/use-form.ts'
import { refresh } from '#kit/web/query.ts'

type SetUpStep = 'begin' | 'scan' | 'keep'

/**
 * Sets up the second factor, step by step (D3-SEC-06). `replaces`: a device is in use, and its code is asked for
 * first.
 */
function useFactorSetUp(replaces: boolean) {
  const [draft, setDraft] = useState<FactorDraft | null>(null)
  const [finished, setFinished] = useState(false)
  const begin = useForm({
    start: { code: '' },
    check: ({ code }) => ({ ...(replaces && code.trim() === '' && { code: factorTexts.ownCode }) }),
    isDirty: () => false,
    fallbackField: 'code',
    save: async ({ code }, { key }) => {
      await send(beginFactor, { code }, { idempotencyKey: key, quiet: true })
      setDraft(await send(factorDraft, {}))
    },
  })
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({
      ...(code.trim() === '' && { code: 'Nhập mã đang hiện trên điện thoại' }),
    }),
    isDirty: () => false,
    fallbackField: 'code',
    save: async ({ code }, { key }) => {
      await send(finishFactor, { code }, { idempotencyKey: key, quiet: true })
      setFinished(true)
      await refresh('users')
    },
  })
  const step: SetUpStep = finished ? 'keep' : draft ? 'scan' : 'begin'
  return { step, draft, begin, form }
}

/** In groups of four, for typing. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

const Scan = ({ draft: { address, secret } }: { draft: FactorDraft }) => (
  <div className={css.scan}>
    <div className={css.picture}>
      <QrPicture text={address} label="Mã QR để cài ứng dụng xác thực" />
    </div>
    <div className={css.side}>
      <p>
        Mở ứng dụng xác thực trên điện thoại (Google Authenticator, Microsoft Authenticator hay tương tự),
        chọn thêm tài khoản rồi quét mã này.
      </p>
      <p data-quiet>Không quét được thì nhập khoá này vào ứng dụng, loại theo thời gian:</p>
      <p className={css.secret}>
        <code>{spaced(secret)}</code>
        <IconButton small label="Copy khoá" onClick={() => void copyText(secret, 'khoá')}>
          <IconCopy size={14} stroke={1.9} />
        </IconButton>
      </p>
    </div>
  </div>
)

/** The recovery codes, shown only this once. */
function Keep({ recovery, onDone }: { recovery: readonly string[]; onDone: () => void }) {
  return (
    <>
      <p>
        Mỗi mã dưới đây đăng nhập được một lần khi không có điện thoại. Mã chỉ hiện lần này: in ra hoặc cất ở
        nơi chỉ bạn mở được.
      </p>
      <ul className={css.codes} aria-label="Mã khôi phục">
        {recovery.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button
          icon={<IconCopy size={16} stroke={1.9} />}
          onClick={() => void copyText(recovery.join('\n'), `${recovery.length} mã khôi phục`)}
        >
          Copy cả {recovery.length} mã
        </Button>
        <Button look="primary" onClick={onDone}>
          Tôi đã cất các mã
        </Button>
      </div>
    </>
  )
}

type SetUpProps = { replaces?: boolean; onDone: () => void }

/** `onDone` runs after the codes were shown; `replaces`: a device is in use. */
export function FactorSetUp({ replaces = false, onDone }: SetUpProps) {
  const { step, draft, begin, form } = useFactorSetUp(replaces)
  if (step === 'keep' && draft)
    return (
      <div className={css.steps}>
        <Keep recovery={draft.recovery} onDone={onDone} />
      </div>
    )
  if (step === 'scan' && draft)
    return (
      <form {...form.element} className={css.steps}>
        <Scan draft={draft} />
        <CodeField form={form} name="code" />
        <div className={css.actions}>
          <Button look="primary" type="submit" busy={form.busy}>
            Bật xác thực hai lớp
          </Button>
        </div>
      </form>
    )
  return (
    <form {...begin.element} className={css.steps}>
      <p>
        Từ lần đăng nhập sau, ngoài mật khẩu còn cần mã 6 số đổi mỗi 30 giây trên điện thoại của bạn. Ai biết
        mật khẩu mà không cầm điện thoại thì không vào được.
      </p>
      {replaces && <CodeField form={begin} name="code" hint={factorTexts.ownCode} recovery />}
      <div className={css.actions}>
        <Button look="primary" type="submit" busy={begin.busy}>
          Bắt đầu cài
        </Button>
      </div>
    </form>
  )
}
