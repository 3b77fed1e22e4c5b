/** A Mfy request as listed, and its name. */
import type { RowOf } from '#kit/contract/row.ts'
import { backCharge } from '#subjects/money/contract/mfy.ts'
import { showPhone } from '#kit/contract/phone.ts'
import type { mfy } from '#subjects/money/contract/lists/mfy.ts'

export type Row = RowOf<typeof mfy>

/** '0912345678, gói VD90'. */
export const aboutOf = (row: Pick<Row, 'so_dien_thoai' | 'ma_goi'>): string =>
  `${showPhone(row.so_dien_thoai ?? '')}, gói ${row.ma_goi}`

/** Whether one of the two clocks runs. */
export const isWaiting = ({ trang_thai }: Row): boolean =>
  trang_thai === 'duyet' || trang_thai === 'duyet_lan_2'

/** How often the request expired because of the customer (D2-MFY-34). */
export const timesCancelled = ({ truy_thu }: Row): number => (truy_thu ?? 0) / backCharge

/** Whether the customer still owes money: not for a cancelled or withdrawn request. */
const owes = ({ trang_thai, trang_thai_thu_tien }: Row): boolean =>
  trang_thai_thu_tien === 'chua_thu_tien' &&
  trang_thai !== 'thu_hoi' &&
  trang_thai !== 'huy_qua_han' &&
  trang_thai !== 'huy_qua_han_lan_2'

/** The customer's transfer for a request: Mfy revenue, for its phone and package (D3-QR-01). */
export const orderOf = (row: Row) => ({
  id: row.id,
  phone: row.so_dien_thoai ?? '',
  package: row.ma_goi ?? '',
  amount: row.doanh_thu ?? 0,
  unpaid: owes(row),
})
