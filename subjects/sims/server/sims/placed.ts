/** Answer to a customer about an order: code, amount, deadline, and payment details. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { orderContent } from '#subjects/sims/contract/shop.ts'
import { vietQr } from '#subjects/money/contract/vietqr.ts'
import type { Placed } from '#subjects/sims/contract/calls/sims.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Reads the order's code, and payment details if it is paid by transfer (D3-SIM-05, D3-QR-01). */
export async function readPlacedOrder(id: string, { db }: Pick<Ctx, 'db'>): Promise<Placed> {
  const { rows } = await db.query<
    Omit<Placed, 'chuyen_khoan'> & { so_dien_thoai: string; online: boolean }
  >(sql`
    SELECT ma_don, ordered_so_dien_thoai_co_dau_cham AS so_dien_thoai_co_dau_cham, ordered_gia_khach_hang AS so_tien,
      ordered_so_dien_thoai AS so_dien_thoai, han_gio, to_json(han_thanh_toan)#>>'{}' AS han_den,
      payment_method = 'online' AND trang_thai = order_chua_thanh_toan() AS online, trang_thai = order_da_thanh_toan() AS da_thanh_toan
    FROM sim_order WHERE id = ${id}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  const { so_dien_thoai, online, ...details } = rows[0]
  const set = await readSettings(db, ['vietqr.bank_bin', 'vietqr.account', 'vietqr.name'])
  if (!online) return { ...details, chuyen_khoan: null }
  const { 'vietqr.bank_bin': bankBin, 'vietqr.account': number, 'vietqr.name': name } = set
  const content = orderContent({ ma_don: details.ma_don, so_dien_thoai })
  const complete = [bankBin, number, name].every((part) => part !== '') && details.so_tien > 0
  const picture = complete && vietQr({ bankBin, account: number, name, amount: details.so_tien, content })
  return {
    ...details,
    chuyen_khoan: { noi_dung: content, so_tai_khoan: number, ten_tai_khoan: name, vietqr: picture || '' },
  }
}
