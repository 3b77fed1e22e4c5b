/** In the drawer of a request: its orders at refund partners, each under the id that the partner knows (D3-PRV-05). */
import { formatInstant } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { partnerOrders, partnerOrderText, type PartnerOrder } from '#subjects/money/contract/calls/refunds.ts'
import { useCall } from '#kit/web/query.ts'
import css from './refunds.module.css'

const Order = ({ order }: { order: PartnerOrder }) => (
  <dl className={css.partner}>
    <dt>Mã đơn gửi đối tác</dt>
    <dd data-num>{order.id}</dd>
    <dt>Đối tác</dt>
    <dd>
      {order.provider}, <span data-num>{formatMoney(order.amount)} đ</span>
    </dd>
    <dt>Tình trạng</dt>
    <dd>{partnerOrderText(order)}</dd>
    <dt>{order.sent_at === null ? 'Gửi từ' : 'Gửi lúc'}</dt>
    <dd data-num>{formatInstant(order.sent_at ?? order.due_at)}</dd>
    <dt>Đối tác nói</dt>
    <dd>{order.said || 'Chưa nói gì'}</dd>
  </dl>
)

/** The part; nothing for a request that no partner was given. */
export function PartnerPart({ id }: { id: string }) {
  const { data } = useCall(requestrefund.path, partnerOrders, { id })
  if (!data || data.values.length === 0) return null
  return (
    <section aria-label="Đơn tại đối tác">
      {data.values.map((order) => (
        <Order key={order.id} order={order} />
      ))}
    </section>
  )
}
