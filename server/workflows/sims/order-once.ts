/** An order that is sent again because its answer was lost is the same order, with the same code (D2-ORD-24, D2-ORD-30). */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import { messages } from '../../../contract/messages.ts'
import { orderContent, shopTexts } from '../../../contract/shop.ts'
import { foldText } from '../../../contract/text.ts'
import { vietQr } from '../../../contract/vietqr.ts'
import { sendOrder, type Placed } from '../../../contract/workflows/sims.ts'
import type { Ctx, Services } from '../../kit/context.ts'
import { weigh } from '../../kit/phone-searches.ts'
import { toAppError } from '../../kit/refusals.ts'
import { readSettings } from '../../kit/settings.ts'
import { inTransaction } from '../../kit/transaction.ts'
import type { Values } from '../../kit/write.ts'
import type { Buyer, Place } from './customer.ts'
import { orderedBy, placeOrder, readOrder } from './place-order.ts'

/** What the customer is told of the order: its code, and how to pay one that is paid by transfer (D3-SIM-05, D3-QR-01). */
async function placed(id: string, { db }: Ctx): Promise<Placed> {
  const { rows } = await db.query<
    Omit<Placed, 'chuyen_khoan'> & { so_dien_thoai: string; online: boolean }
  >(sql`
    SELECT ma_don, ordered_so_dien_thoai_co_dau_cham AS so_dien_thoai_co_dau_cham, ordered_gia_khach_hang AS so_tien,
      ordered_so_dien_thoai AS so_dien_thoai, han_gio, to_json(han_thanh_toan)#>>'{}' AS han_den,
      payment_method = 'online' AND trang_thai = order_chua_thanh_toan() AS online, trang_thai = order_da_thanh_toan() AS da_thanh_toan
    FROM sim_order WHERE id = ${id}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', messages.notFound)
  const { so_dien_thoai, online, ...told } = rows[0]
  const set = await readSettings(db, ['vietqr.bank_bin', 'vietqr.account', 'vietqr.name'])
  if (!online) return { ...told, chuyen_khoan: null }
  const { 'vietqr.bank_bin': bankBin, 'vietqr.account': number, 'vietqr.name': name } = set
  const content = orderContent({ ma_don: told.ma_don, so_dien_thoai })
  const complete = [bankBin, number, name].every((part) => part !== '') && told.so_tien > 0
  const picture = complete && vietQr({ bankBin, account: number, name, amount: told.so_tien, content })
  return {
    ...told,
    chuyen_khoan: { noi_dung: content, so_tai_khoan: number, ten_tai_khoan: name, vietqr: picture || '' },
  }
}

/** A try as it is kept: digests of its key and of what it says, and the number. */
type Sent = { key: string | null; said: string; sim: string; by: string | null }

const digest = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** The same words typed anew: marks, capitals and blanks do not count. */
const words = (value: Value | undefined): string =>
  foldText(String(value ?? ''))
    .replace(/\s+/g, ' ')
    .trim()

function sentOf(values: Values, key: string | undefined, ctx: Ctx): Sent {
  const { sim_id, phone, name, address, payment_method, note } = values
  const by = orderedBy(ctx)
  return {
    // Everybody's keys are his own; who has no account is told from others by the phone.
    key: key === undefined ? null : digest(ctx.actor.id, ...(by === null ? [phone] : []), key),
    said: digest(sim_id, phone, payment_method, ...[name, address, note].map(words)),
    sim: String(sim_id),
    by,
  }
}

/**
 * The order that an earlier try of the same has made, or null: that of its key, else the unpaid order of the number for
 * whoever says all of it again - who knows only the number, or the number and the phone, is told nothing. CONFLICT for a
 * key that something else was sent with, and for one whose order is gone.
 */
async function earlier({ key, said, sim, by }: Sent, { db }: Ctx): Promise<string | null> {
  const { rows } = await db.query<{ id: string; ma_don: string; same: boolean; gone: boolean }>(sql`
    SELECT o.id, o.ma_don, s.said = ${said} AS same, o.deleted_at IS NOT NULL AS gone, 1 AS place
    FROM sim_order_sent s JOIN sim_order o ON o.id = s.order_id WHERE s.key = ${key}
    UNION ALL
    SELECT o.id, o.ma_don, true, false, 2
    FROM sim_order o JOIN sim_order_sent s ON s.order_id = o.id
    WHERE o.sim_id = ${sim} AND o.deleted_at IS NULL AND o.trang_thai = 'chua_thanh_toan' AND s.said = ${said}
      AND o.username_nv IS NOT DISTINCT FROM ${by}
    ORDER BY place LIMIT 1`)
  const [found] = rows
  if (!found) return null
  if (!found.same) throw new AppError('CONFLICT', shopTexts.sentOtherwise(found.ma_don))
  if (found.gone) throw new AppError('CONFLICT', shopTexts.orderGone(found.ma_don))
  return found.id
}

const refusedAs = {
  address: 'Mỗi địa chỉ mạng',
  device: 'Mỗi thiết bị',
} as const

/** RATE_LIMITED where the customer's device or network has had the unpaid orders of a day (D3-SIM-07). */
async function requireRoom({ address, device }: Place, { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{
    kind: keyof typeof refusedAs
    most: number
    seconds: number
    frees: string
  }>(sql`SELECT * FROM order_source_full(${address}, ${device})`)
  const [full] = rows
  if (!full) return
  const { kind, most, seconds, frees } = full
  const why = `${refusedAs[kind]} đặt được ${most} đơn chưa thanh toán trong 24 giờ, hãy thử lại sau ${frees}`
  throw new AppError('RATE_LIMITED', why, { retryAfter: seconds })
}

/** Whether an order was refused because its phone has as many as it may (require_order_room). */
const isOfPhone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'VD409' &&
  'column' in error &&
  error.column === 'phone'

/**
 * Places the order of `body`, or answers the one that an earlier try of it has made; `key` is the sender's for this order.
 * VALIDATION by field; CONFLICT for a number that is not for sale to the caller, for a key of another order, and where phone
 * or account have as many unpaid orders as they may; RATE_LIMITED where the customer's device or network has,
 * and where a masked role has written as many phones as it may in a day.
 */
export async function orderOnce(
  services: Services,
  { caller, place: from, toldOfPhone }: Buyer,
  body: unknown,
  key: string | undefined,
): Promise<Placed> {
  const attempt = (place: boolean): Promise<Placed | null> =>
    inTransaction(services, caller, async (ctx) => {
      const values = await readOrder(body, ctx)
      const sent = sentOf(values, key, ctx)
      const known = await earlier(sent, ctx)
      if (known !== null) return placed(known, ctx)
      if (!place) return null
      if (from) await requireRoom(from, ctx)
      await weigh(sendOrder, values, ctx)
      const id = await placeOrder(values, ctx)
      await ctx.db.query(sql`
        INSERT INTO sim_order_sent (order_id, key, said, address, device)
        VALUES (${id}, ${sent.key}, ${sent.said}, ${from?.address ?? null}, ${from?.device ?? null})`)
      return placed(id, ctx)
    })
  const made = await attempt(true).catch(async (error: unknown) => {
    // Whoever was first may have been the same try, which is on record now.
    const { code } = toAppError(error)
    const first = code === 'CONFLICT' || code === 'RATE_LIMITED' ? await attempt(false) : null
    if (first) return first
    if (isOfPhone(error)) await toldOfPhone?.()
    throw error
  })
  if (!made) throw new AppError('INTERNAL', messages.unknownError, { inner: 'the order is gone' })
  return made
}
