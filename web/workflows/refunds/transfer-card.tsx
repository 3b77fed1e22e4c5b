/** What the customer transfers for a top-up: content, note, account, and the picture to scan (D2-REFUND-62, D3-QR-01). */
import { IconCopy } from '@tabler/icons-react'
import { Suspense } from 'react'
import { readMoney, formatMoney } from '../../../contract/money.ts'
import { readPhone } from '../../../contract/phone.ts'
import { transferContent, transferNote } from '../../../contract/refund-amounts.ts'
import { qrContent, vietQr } from '../../../contract/vietqr.ts'
import { copyText } from '../../kit/feedback.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import type { OrderValues } from './refund-form.ts'
import css from './dialogs.module.css'

const QrPicture = lazyPart(() => import('../../kit/ui/qr-picture.tsx'))

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

/** The settings of the account, by what is missing when one is not set. */
const accountParts = {
  'vietqr.bank_bin': 'mã ngân hàng',
  'vietqr.account': 'số tài khoản',
  'vietqr.name': 'tên tài khoản',
} as const

type QrProps = { content: string; amount: number; valueOf: (key: string) => string }

/** The picture, or what it still waits for. */
function Qr({ content, amount, valueOf }: QrProps) {
  const missing = Object.entries(accountParts).filter(([key]) => valueOf(key) === '')
  if (missing.length > 0)
    return (
      <p className={css.without}>
        Chưa có mã VietQR: cài đặt thiếu {missing.map(([, words]) => words).join(', ')}
      </p>
    )
  if (content === '' || amount <= 0)
    return <p className={css.without}>Nhập số điện thoại, gói cước và số tiền để có mã VietQR</p>
  const text = vietQr({
    bankBin: valueOf('vietqr.bank_bin'),
    account: valueOf('vietqr.account'),
    name: valueOf('vietqr.name'),
    amount,
    content,
  })
  const shown = formatMoney(amount)
  return (
    <figure>
      <Suspense fallback={null}>
        <QrPicture text={text} label={`VietQR ${shown} đ, nội dung ${qrContent(content)}`} />
      </Suspense>
      <figcaption>
        VietQR <b data-num>{shown}</b>
      </figcaption>
    </figure>
  )
}

/** Follows what is typed. */
export function TransferCard({ values, valueOf }: { values: OrderValues; valueOf: (key: string) => string }) {
  const phone = readPhone(values.number_phone)
  const whole = phone !== null && values.package_code.trim() !== ''
  const amount = readMoney(values.transfer) ?? 0
  const content = whole ? transferContent(phone, values.package_code) : ''
  return (
    <section className={css.transfer} aria-label="Chuyển khoản">
      <dl>
        <Line label="Nội dung CK" text={content} />
        <Line
          label="Ghi chú"
          text={whole && amount > 0 ? transferNote(phone, values.package_code, amount) : ''}
        />
        <Line label="Tài khoản" text={valueOf('vietqr.account')} />
      </dl>
      <Qr content={content} amount={amount} valueOf={valueOf} />
    </section>
  )
}
