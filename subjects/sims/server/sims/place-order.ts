/** Placing an order: takes the number and creates the order in one transaction; the first wins (D2-Q-134, D2-ORD-30). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { messages } from '#platform/contract/messages.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { bareSim } from '#kit/contract/phone.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import type { Ctx } from '#kit/server/context.ts'
import { create, readBody, type Values } from '#kit/server/write.ts'
import { customer } from './customer.ts'

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Id of a number by its digits; VALIDATION when it is not in the stock. */
export async function simOf(number: Value, ctx: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM simso WHERE so_dien_thoai = ${bareSim(String(number))} AND deleted_at IS NULL`)
  if (rows[0]) return rows[0].id
  const refusal = shopTexts.unknownSim(bareSim(String(number)))
  throw new AppError('VALIDATION', refusal, { fields: { so_dien_thoai: refusal } })
}

/** Shop form: the number by id, and field names for customers (D3-SIM-05). */
const { so_dien_thoai: _, ...fields } = order.fields
const byId = {
  ...order,
  form: order.form.filter((name) => name !== 'so_dien_thoai'),
  fields: {
    ...fields,
    phone: { ...fields.phone, label: 'Số điện thoại' },
    name: { ...fields.name, label: 'Họ tên' },
    address: { ...fields.address, label: 'Địa chỉ nhận sim' },
  },
}

/** Parses an order, with the number by digits or id; VALIDATION by field, CONFLICT for an unknown id. */
export async function readOrder(body: unknown, ctx: Ctx): Promise<Values> {
  const { id, so_dien_thoai: digits } = isObject(body) ? body : {}
  if (id === undefined || digits !== undefined) {
    const { so_dien_thoai: number, ...values } = readBody(order, body, customer, 'create')
    return { ...values, sim_id: await simOf(number ?? null, ctx) }
  }
  const values = readBody(byId, body, customer, 'create')
  if (typeof id !== 'string')
    throw new AppError('VALIDATION', messages.invalidValue, { fields: { id: messages.invalidValue } })
  // A malformed id cannot name a number for sale.
  if (!idShape.test(id)) throw new AppError('CONFLICT', shopTexts.taken)
  return { ...values, sim_id: id }
}

/** Staff member who places the order; null for a customer. */
export const orderedBy = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  actor === customer ? null : actor.username

/** Places an order parsed by readOrder and returns its id; CONFLICT for a number not for sale to the caller. */
export async function placeOrder(values: Values, ctx: Ctx): Promise<string> {
  await create(order, { ...values, username_nv: orderedBy(ctx) }, ctx)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM sim_order WHERE sim_id = ${values.sim_id} AND deleted_at IS NULL`)
  if (!rows[0]) throw new AppError('INTERNAL', messages.unknownError, { inner: 'the order is gone' })
  return rows[0].id
}
