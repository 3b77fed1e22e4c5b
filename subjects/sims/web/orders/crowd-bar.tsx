/** Warns managers of phones, accounts and networks with more than half of the unpaid orders allowed (D3-SIM-07). */
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { showPhone } from '#kit/contract/phone.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { crowdedOrders, type Crowd } from '#subjects/sims/contract/calls/sims.ts'
import { useCall } from '#kit/web/query.ts'
import { useCan } from '#kit/web/session.ts'
import { NoticeBar } from '#kit/web/ui/notice-bar.tsx'

const kinds: Readonly<Record<Crowd['kind'], string>> = {
  phone: 'SĐT',
  account: 'tài khoản',
  address: 'địa chỉ mạng',
}

/** 'SĐT 0987654321 2/3'. */
const textOf = ({ kind, who, orders, most }: Crowd): string =>
  `${kinds[kind]} ${kind === 'phone' ? showPhone(who) : who} ${orders}/${most}`

/** At most this many are named until all are opened. */
const maxShown = 4

/** Empty while nobody is near a limit. */
export function CrowdBar() {
  const manages = useCan()('below3')
  const [all, setAll] = useState(false)
  const { data } = useCall(order.path, crowdedOrders, manages ? {} : null)
  const values = data?.values ?? []
  if (values.length === 0) return null
  const shown = all ? values : values.slice(0, maxShown)
  const more = values.length - shown.length
  return (
    <NoticeBar
      icon={<IconUsersGroup size={16} stroke={1.9} aria-hidden />}
      action={more > 0 ? { label: `Xem thêm ${more}`, run: () => setAll(true) } : undefined}
    >
      <b>Quá nửa mức đơn chưa thanh toán: </b>
      {shown.map(textOf).join(', ')}
    </NoticeBar>
  )
}
