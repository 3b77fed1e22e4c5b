/** Naive implementation of the revenue reports, row by row and independent of them: lines and effective refunds, by person or branch. */
import { reportstaffrevenue } from '#subjects/pay/contract/reports/reportstaffrevenue.ts'
import type { Pool } from '#platform/server/db/pool.ts'

export type Happened = {
  who: string | null
  brand: string | null
  leader: string | null
  day: string
  sold: boolean
  success: number
  provisional: number
  refund: number
}

/** Lines and effective refunds one by one, following D2-REVF-01, 03 and 30 to 33. */
export async function happened(pool: Pool): Promise<Happened[]> {
  const unit = `(SELECT username FROM users WHERE id = r.brand_id) AS brand, (SELECT username FROM users WHERE id = r.group_id) AS leader`
  const { rows: lines } = await pool.query<Happened & { status: string; price: number }>(`
    SELECT username_nv AS who, ${unit}, to_char(ngay_thanh_cong AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') AS day,
      status, doanh_thu::int AS price FROM revenue_line r WHERE line_id = id AND deleted_at IS NULL`)
  const { rows: refunds } = await pool.query<Happened & { amount: number }>(`
    SELECT staff_username AS who, ${unit}, to_char(created_time AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') AS day,
      (refund_price + other_refund)::int AS amount FROM requestrefund r
    WHERE request_type IN (1, 2, 4) AND deleted_at IS NULL AND trang_thai_duyet_hoan_goi <> 2
      AND trang_thai_giao_dich_doi_tac NOT IN ('Hoàn tiền', 'Đơn bị từ chối')`)
  return [
    ...lines.map((line) => ({
      ...line,
      provisional: line.price,
      sold: line.status === 'SUCCESS',
      success: line.status === 'SUCCESS' ? line.price : 0,
      refund: NaN,
    })),
    ...refunds.map((refund) => ({
      ...refund,
      provisional: NaN,
      sold: false,
      success: NaN,
      refund: refund.amount,
    })),
  ]
}

export const figuresOf = (rows: readonly Happened[]) => {
  const lines = rows.filter(({ refund }) => Number.isNaN(refund))
  const refunds = rows.filter(({ refund }) => !Number.isNaN(refund))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const [success, refund] = [sum(lines.map((one) => one.success)), sum(refunds.map((one) => one.refund))]
  return {
    so_goi: lines.filter(({ sold }) => sold).length,
    don_moi: lines.length,
    doanh_thu_tam_tinh: sum(lines.map((one) => one.provisional)),
    doanhThu: success,
    tong_hoan_tien: refund,
    doanh_thu_thuc_te: success - refund,
  }
}

/** The same figures by person or branch, in the order of the names. */
const nobodyLast = (a: string, b: string) => (b === '__NONE' || (a !== '__NONE' && a < b) ? -1 : 1)
export function naive(rows: readonly Happened[], key: (one: Happened) => string | null): object[] {
  const names = [...new Set(rows.map(key))].filter((name) => name !== null).toSorted(nobodyLast)
  return names.map((name) => ({ username_nv: name, ...figuresOf(rows.filter((one) => key(one) === name)) }))
}

export const totalsOf = (rows: readonly Happened[]): Record<string, number> => {
  const sums: Record<string, number> = figuresOf(rows)
  return Object.fromEntries(
    Object.entries(reportstaffrevenue.totals).map(([name, { sum }]) => [name, sums[sum] ?? NaN]),
  )
}
