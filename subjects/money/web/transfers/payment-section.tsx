/** In the drawer of an order: the bank message that pays it or is proposed for it, else the payment details. */
import { IconBuildingBank } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoney } from '#kit/contract/money.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { transferContent } from '#subjects/money/contract/refund-amounts.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { transferOf } from '#subjects/money/contract/calls/transfers.ts'
import { SaidTime } from '#kit/web/ui/said-time.tsx'
import { useCall } from '#kit/web/query.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { acceptProposal } from './accept-proposal.ts'
import { PaymentSideDrawer } from './payment-side-drawer.tsx'
import { PayCard } from './pay-card.tsx'
import css from './payment-part.module.css'

type Order = {
  id: string
  /** Whole đồng. */
  amount: number
  /** Not recorded as paid yet. */
  unpaid: boolean
} & (
  | {
      /** As shown; a masked phone has no QR code. */
      phone: string
      package: string
    }
  /** Content of the customer's transfer. */
  | { content: string }
)

/** The content of the transfer; '' when the reader may not see it. */
function contentOf(order: Order): string {
  if ('content' in order) return order.content
  const phone = readPhone(order.phone)
  return phone === null ? '' : transferContent(phone, order.package)
}

/** Empty for an order paid without a message. */
export function PaymentSection({ order }: { order: Order }) {
  const { data } = useCall(mesbank.path, transferOf, { id: order.id })
  const [open, setOpen] = useState(false)
  if (data === undefined) return null
  if (data === null) {
    if (!order.unpaid) return null
    const content = contentOf(order)
    return (
      <div className={css.part}>
        <PayCard
          content={content}
          amount={order.amount}
          wanted={
            content === ''
              ? 'Số điện thoại đang bị che, không có mã VietQR'
              : 'Đơn không có số tiền phải chuyển'
          }
        />
      </div>
    )
  }
  const { da_dung: used, tin: message } = data
  const words = `${message.sender ?? ''} ${formatMoney(message.money)} đ`.trim()
  return (
    <section className={css.part} aria-label="Tin ngân hàng">
      <h3>{used ? 'Tin ngân hàng đã ghi nhận' : 'Tin ngân hàng được đề xuất'}</h3>
      <button type="button" className={css.message} onClick={() => setOpen(true)}>
        <IconBuildingBank size={16} stroke={1.9} aria-hidden />
        <b data-num>{words}</b>
        <SaidTime at={message.datetime} />
        <span>{message.str_mes}</span>
      </button>
      {!used && (
        <div className={css.propose}>
          <span>{message.de_xuat}</span>
          <Button small onClick={() => void acceptProposal(message)}>
            Ghi nhận
          </Button>
        </div>
      )}
      {open && (
        <PaymentSideDrawer side={{ kind: 'tin', id: message.id, words }} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
