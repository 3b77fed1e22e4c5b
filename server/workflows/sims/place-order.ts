/** Placing an order: the number is taken and the order is made in one transaction, by whoever is first (D2-Q-134, D2-ORD-30). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { isObject } from '../../../contract/kit/is-object.ts'
import type { Value } from '../../../contract/kit/kinds.ts'
import { messages } from '../../../contract/messages.ts'
import { order } from '../../../contract/resources/order.ts'
import { bareSim } from '../../../contract/phone.ts'
import { shopTexts } from '../../../contract/shop.ts'
import type { Ctx } from '../../kit/context.ts'
import { create, readBody, type Values } from '../../kit/write.ts'
import { customer } from './customer.ts'

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The number that is named by its digits; VALIDATION for one that is not in the stock. */
export async function simOf(number: Value, ctx: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM simso WHERE so_dien_thoai = ${bareSim(String(number))} AND deleted_at IS NULL`)
  if (rows[0]) return rows[0].id
  const why = shopTexts.unknownSim(bareSim(String(number)))
  throw new AppError('VALIDATION', why, { fields: { so_dien_thoai: why } })
}

/** The order as the shop sends it: the number by its id, and what a customer calls the fields (D3-SIM-05). */
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

/** What is ordered, the number by its digits where they are sent; VALIDATION by field, CONFLICT for what is no number. */
export async function readOrder(body: unknown, ctx: Ctx): Promise<Values> {
  const { id, so_dien_thoai: digits } = isObject(body) ? body : {}
  if (id === undefined || digits !== undefined) {
    const { so_dien_thoai: number, ...values } = readBody(order, body, customer, 'create')
    return { ...values, sim_id: await simOf(number ?? null, ctx) }
  }
  const values = readBody(byId, body, customer, 'create')
  if (typeof id !== 'string')
    throw new AppError('VALIDATION', messages.invalidValue, { fields: { id: messages.invalidValue } })
  // What is no id names no number that could be ordered.
  if (!idShape.test(id)) throw new AppError('CONFLICT', shopTexts.taken)
  return { ...values, sim_id: id }
}

/** Who of the staff orders; null for a customer. */
export const orderedBy = ({ actor }: Pick<Ctx, 'actor'>): string | null =>
  actor === customer ? null : actor.username

/** Answers the id of the order of what readOrder read; CONFLICT for a number that is not for sale to the caller. */
export async function placeOrder(values: Values, ctx: Ctx): Promise<string> {
  await create(order, { ...values, username_nv: orderedBy(ctx) }, ctx)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    SELECT id FROM sim_order WHERE sim_id = ${values.sim_id} AND deleted_at IS NULL`)
  if (!rows[0]) throw new AppError('INTERNAL', messages.unknownError, { inner: 'the order is gone' })
  return rows[0].id
}
