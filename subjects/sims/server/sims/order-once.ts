/** Recognises orders sent again after a lost answer: the same order with the same code (D2-ORD-24, D2-ORD-30). */
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { isObject } from '#kit/contract/is-object.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { messages } from '#platform/contract/messages.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import { foldText } from '#kit/contract/text.ts'
import { sendOrder, type Placed } from '#subjects/sims/contract/calls/sims.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { countSentPhone } from '#kit/server/phone-searches.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Values } from '#kit/server/write.ts'
import { customer, type Buyer, type Place } from './customer.ts'
import { orderedBy, placeOrder, readOrder } from './place-order.ts'
import { readPlacedOrder } from './placed.ts'
import { addDoNotCall } from './unwilling.ts'

/** A stored try: digests of its key and content, and the number. */
type StoredTry = { key: string | null; content: string; sim: string; by: string | null }

const digest = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Normalised text: ignores diacritics, case and blanks. */
const normalised = (value: Value | undefined): string =>
  foldText(String(value ?? ''))
    .replace(/\s+/g, ' ')
    .trim()

function sentOf(values: Values, key: string | undefined, ctx: Ctx): StoredTry {
  const { sim_id, phone, name, address, payment_method, note } = values
  const by = orderedBy(ctx)
  return {
    // Keys are per account; customers are distinguished by phone.
    key: key === undefined ? null : digest(ctx.actor.id, ...(by === null ? [phone] : []), key),
    content: digest(sim_id, phone, payment_method, ...[name, address, note].map(normalised)),
    sim: String(sim_id),
    by,
  }
}

/**
 * The order of an earlier identical try, or null: that with its key, else the number's unpaid order if all fields
 * match, so that knowing only number or phone reveals nothing. CONFLICT for a key used with other content, or whose
 * order was deleted.
 */
async function earlier({ key, content, sim, by }: StoredTry, { db }: Ctx): Promise<string | null> {
  const { rows } = await db.query<{ id: string; ma_don: string; same: boolean; gone: boolean }>(sql`
    SELECT o.id, o.ma_don, s.said = ${content} AS same, o.deleted_at IS NOT NULL AS gone, 1 AS place
    FROM sim_order_sent s JOIN sim_order o ON o.id = s.order_id WHERE s.key = ${key}
    UNION ALL
    SELECT o.id, o.ma_don, true, false, 2
    FROM sim_order o JOIN sim_order_sent s ON s.order_id = o.id
    WHERE o.sim_id = ${sim} AND o.deleted_at IS NULL AND o.trang_thai = 'chua_thanh_toan' AND s.said = ${content}
      AND o.username_nv IS NOT DISTINCT FROM ${by}
    ORDER BY place LIMIT 1`)
  const [tried] = rows
  if (!tried) return null
  if (!tried.same) throw new AppError('CONFLICT', shopTexts.sentOtherwise(tried.ma_don))
  if (tried.gone) throw new AppError('CONFLICT', shopTexts.orderGone(tried.ma_don))
  return tried.id
}

const refusedAs = {
  address: 'Mỗi địa chỉ mạng',
  device: 'Mỗi thiết bị',
} as const

/** RATE_LIMITED when the customer's device or network has reached the day's limit of unpaid orders (D3-SIM-07). */
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
  const refusal = `${refusedAs[kind]} đặt được ${most} đơn chưa thanh toán trong 24 giờ, hãy thử lại sau ${frees}`
  throw new AppError('RATE_LIMITED', refusal, { retryAfter: seconds })
}

/** Whether an order was refused because of its phone's limit (require_order_room). */
const isOfPhone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'VD409' &&
  'column' in error &&
  error.column === 'phone'

/** CONFLICT when the price has changed since the sender's page was rendered. */
async function requireShownPrice(id: string, body: unknown, { db }: Ctx): Promise<void> {
  const shownPrice = isObject(body) ? (body.gia_khach_hang ?? null) : null
  if (shownPrice === null) return
  const { rows } = await db.query<{ price: string }>(sql`
    SELECT ordered_gia_khach_hang AS price FROM sim_order WHERE id = ${id}`)
  const price = Number(rows[0]?.price)
  if (Number(shownPrice) !== price) throw new AppError('CONFLICT', shopTexts.priceChanged(formatMoney(price)))
}

/**
 * Places the order of `body`, or returns that of an earlier identical try; `key` is the sender's idempotency key. VALIDATION by field;
 * CONFLICT for a number not for sale to the caller, a reused key, or the limit of unpaid orders per phone or account; RATE_LIMITED for the
 * customer's device or network, and for a masked role at its daily limit of phones.
 */
export async function orderOnce(
  services: Services,
  { caller, place: from, toldOfPhone }: Buyer,
  body: unknown,
  key: string | undefined,
): Promise<Placed> {
  const attempt = (mayPlace: boolean): Promise<Placed | null> =>
    inTransaction(services, caller, async (ctx) => {
      const values = await readOrder(body, ctx)
      const attempted = sentOf(values, key, ctx)
      const former = await earlier(attempted, ctx)
      // Staff get the same notice again; managers were notified of a customer's own order when it came.
      if (former !== null) {
        const answer = await readPlacedOrder(former, ctx)
        return ctx.actor === customer ? answer : addDoNotCall(answer, String(values.phone), ctx)
      }
      if (!mayPlace) return null
      if (from) await requireRoom(from, ctx)
      await countSentPhone(sendOrder, values, ctx)
      const id = await placeOrder(values, ctx)
      await requireShownPrice(id, body, ctx)
      await ctx.db.query(sql`
        INSERT INTO sim_order_sent (order_id, key, said, address, device)
        VALUES (${id}, ${attempted.key}, ${attempted.content}, ${from?.address ?? null}, ${from?.device ?? null})`)
      return addDoNotCall(await readPlacedOrder(id, ctx), String(values.phone), ctx)
    })
  const placedOrder = await attempt(true).catch(async (error: unknown) => {
    // A concurrent identical try may have been first; its order is stored by now.
    const { code } = toAppError(error)
    const first = code === 'CONFLICT' || code === 'RATE_LIMITED' ? await attempt(false) : null
    if (first) return first
    if (isOfPhone(error)) await toldOfPhone?.()
    throw error
  })
  if (!placedOrder) throw new AppError('INTERNAL', messages.unknownError, { inner: 'the order is gone' })
  return placedOrder
}
