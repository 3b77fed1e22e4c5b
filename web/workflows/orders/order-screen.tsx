/** 'Quản lý đơn hàng': orders with their numbers and payments (D2-ORD-01 to 11). */
import type { RowOf } from '../../../contract/kit/row.ts'
import { order } from '../../../contract/resources/order.ts'
import { orderContent } from '../../../contract/shop.ts'
import { ResourceLayout } from '../../kit/resource/resource-screen.tsx'
import { useResourceScreen } from '../../kit/resource/screen-state.tsx'
import { PaymentSection } from '../transfers/index.ts'
import { CrowdBar } from './crowd-bar.tsx'

type Row = RowOf<typeof order>

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
    about: nameOf,
    rowName: nameOf,
    drawer: { body: paymentOf },
    texts: { createLabel: 'Tạo đơn', createTitle: 'Tạo đơn hàng', saveNew: 'Đặt sim' },
    actionsFor: 'below3',
  })
  return <ResourceLayout screen={screen} underHead={<CrowdBar />} />
}
