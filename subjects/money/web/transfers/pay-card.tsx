/** Payment details of an order: content, note, account, and the QR code (D2-REFUND-62, D3-QR-01). */
import { IconCopy } from '@tabler/icons-react'
import { Suspense } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { qrContent, vietQr } from '#subjects/money/contract/vietqr.ts'
import { settingList } from '#subjects/settings/contract/calls/settings.ts'
import { copyText } from '#kit/web/feedback.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useCall } from '#kit/web/query.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import css from './pay-card.module.css'

const QrPicture = lazyPart(() => import('#figures/qr-picture.tsx'))

const Line = ({ label, text }: { label: string; text: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <b>{text || '-'}</b>
      <IconButton
        small
        label={`Copy ${label.toLocaleLowerCase('vi')}`}
        disabled={!text}
        onClick={() => void copyText(text)}
      >
        <IconCopy size={14} stroke={1.9} />
      </IconButton>
    </dd>
  </>
)

/** Settings of the account with their names, for the message about missing ones. */
const accountParts = {
  'vietqr.bank_bin': 'ngân hàng',
  'vietqr.account': 'số tài khoản',
  'vietqr.name': 'tên tài khoản',
} as const

type QrProps = {
  content: string
  amount: number
  valueOf: (key: string) => string
  wanted?: string | undefined
}

/** The QR code, or what is missing for it. */
function Qr({ content, amount, valueOf, wanted }: QrProps) {
  const missing = Object.entries(accountParts).filter(([key]) => valueOf(key) === '')
  if (missing.length > 0)
    return (
      <p className={css.without}>
        Chưa có mã VietQR: cài đặt thiếu {missing.map(([, words]) => words).join(', ')}
      </p>
    )
  if (content === '' || amount <= 0) return <p className={css.without}>{wanted}</p>
  const text = vietQr({
    bankBin: valueOf('vietqr.bank_bin'),
    account: valueOf('vietqr.account'),
    name: valueOf('vietqr.name'),
    amount,
    content,
  })
  const amountText = formatMoney(amount)
  return (
    <figure>
      <Suspense fallback={null}>
        <QrPicture text={text} label={`VietQR ${amountText} đ, nội dung ${qrContent(content)}`} />
      </Suspense>
      <figcaption>
        VietQR <b data-num>{amountText}</b>
      </figcaption>
    </figure>
  )
}

type PayCardProps = {
  /** '' while phone or package are unknown. */
  content: string
  /** Whole đồng. */
  amount: number
  note?: string
  /** Shown instead of the QR code if content or amount is missing. */
  wanted?: string
}

export function PayCard({ content, amount, note, wanted }: PayCardProps) {
  const { data } = useCall('setting', settingList, {})
  if (!data) return null
  const valueOf = (key: string): string => String(data.find((state) => state.key === key)?.value ?? '')
  return (
    <section className={css.card} aria-label="Chuyển khoản">
      <dl>
        <Line label="Nội dung CK" text={content} />
        {note !== undefined && <Line label="Ghi chú" text={note} />}
        <Line label="Tài khoản" text={valueOf('vietqr.account')} />
      </dl>
      <Qr content={content} amount={amount} valueOf={valueOf} wanted={wanted} />
    </section>
  )
}
