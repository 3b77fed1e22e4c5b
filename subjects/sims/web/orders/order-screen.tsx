/** 'Quản lý đơn hàng': orders with their numbers and payments (D2-ORD-01 to 11). */
import { IconBan, IconUsersGroup } from '@tabler/icons-react'
import { doNotCallText, type DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import type { RowOf } from '#kit/contract/row.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { orderContent } from '#subjects/sims/contract/shop.ts'
import type { ResourceColumn } from '#kit/web/table/column.ts'
import { ResourceLayout } from '#kit/web/resource/resource-screen.tsx'
import { useResourceScreen } from '#kit/web/resource/screen-state.tsx'
import { PaymentSection } from '#subjects/money/web/index.ts'
import { useState } from 'react'
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

/** At most this many are named until the list is expanded. */
const maxShown = 4

/**
 * Warns managers of phones, accounts and networks with more than half of the unpaid orders allowed (D3-SIM-07). Empty
 * while nobody is near a limit.
 */
function CrowdBar() {
  const manages = useCan()('below3')
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useCall(order.path, crowdedOrders, manages ? {} : null)
  const values = data?.values ?? []
  if (values.length === 0) return null
  const visible = showsAll ? values : values.slice(0, maxShown)
  const more = values.length - visible.length
  return (
    <NoticeBar
      icon={<IconUsersGroup size={16} stroke={1.9} aria-hidden />}
      action={more > 0 ? { label: `Xem thêm ${more}`, run: () => setShowsAll(true) } : undefined}
    >
      <b>Quá nửa mức đơn chưa thanh toán: </b>
      {visible.map(textOf).join(', ')}
    </NoticeBar>
  )
}

type Row = RowOf<typeof order> & { khong_goi?: DoNotCallEntry | null }

const unwillingText = ({ khong_goi: entry }: Row): string => (entry ? doNotCallText(entry) : '')

/** The customer's phone, marked if it must not be called (D3-RULE-05). */
const columns = (declared: ResourceColumn<typeof order>[]): ResourceColumn<typeof order>[] =>
  declared.map((column) =>
    column.key === 'phone'
      ? {
          ...column,
          cell: (row) => (
            <span title={unwillingText(row) || undefined}>
              {showPhone(row.phone ?? '')}
              {unwillingText(row) && <IconBan size={16} stroke={1.9} aria-label={unwillingText(row)} />}
            </span>
          ),
          text: (row) => [showPhone(row.phone ?? ''), unwillingText(row)].filter(Boolean).join(', '),
        }
      : column,
  )

const numberOf = (row: Row): string => row.ordered_so_dien_thoai_co_dau_cham ?? ''
const nameOf = (row: Row): string => `${row.ma_don}, ${numberOf(row)}`

/** The payment of an order. */
const paymentOf = (row: Row) => (
  <PaymentSection
    order={{
      id: row.id,
      content: orderContent({ ma_don: row.ma_don ?? '', so_dien_thoai: numberOf(row).replaceAll('.', '') }),
      amount: row.ordered_gia_khach_hang ?? 0,
      unpaid: row.trang_thai === 'chua_thanh_toan',
    }}
  />
)

/** The screen of tab Order. */
export default function OrderScreen() {
  const screen = useResourceScreen({
    resource: order,
    columns,
    about: nameOf,
    rowName: nameOf,
    drawer: { body: paymentOf },
    texts: { createLabel: 'Tạo đơn', createTitle: 'Tạo đơn hàng', saveNew: 'Đặt sim' },
    actionsFor: 'below3',
  })
  return <ResourceLayout screen={screen} underFilters={<CrowdBar />} />
}
