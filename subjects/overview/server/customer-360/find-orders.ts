/** Orders among the rows found by the palette: refunds, Mfy, private customers, báo đỏ (D3-PAL-01). */
import sql, { join, type Sql } from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { waitingKinds } from '#subjects/money/contract/desk.ts'
import { showField } from '#kit/contract/kinds.ts'
import { fieldOf, sourceOf } from '#kit/contract/resource.ts'
import { maskPhone } from '#kit/contract/phone.ts'
import { blocks } from '#subjects/overview/contract/calls/customer-360.ts'
import {
  mostOrders,
  type FoundOrder,
  type SearchedBlock,
} from '#subjects/numbers/contract/calls/find-phones.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident, shownTo } from '#kit/server/kinds.ts'
import { isWaiting } from '#subjects/money/server/index.ts'

/** Fields of an order to show, by list. */
const orderFields = {
  hoantien: {
    state: 'duyet',
    at: 'created_time',
    amount: 'refund_price',
    about: ['request_type', 'package_code'],
  },
  mfy: { state: 'trang_thai', at: 'created_at', amount: 'doanh_thu', about: ['ma_goi'] },
  khachrieng: { state: 'trang_thai', at: 'createdAt', amount: null, about: [] },
  baodo: { state: 'trang_thai_duyet', at: 'createdAt', amount: 'gia_goi_cuoc', about: ['ten_goi_cuoc'] },
} as const satisfies Partial<
  Record<SearchedBlock, { state: string; at: string; amount: string | null; about: readonly string[] }>
>
type OrderList = keyof typeof orderFields

/** The searched lists that contain orders. */
export const orderLists = (names: readonly SearchedBlock[]): OrderList[] =>
  names.filter((name): name is OrderList => name in orderFields)

/** A row of the query: `about` and `state` are raw values by field. */
export type OrderRow = Omit<FoundOrder, 'about' | 'state'> & {
  about: Record<string, unknown>
  state: unknown
}

/** Orders of one list by their ids in `found`: waiting ones first, then the newest. */
export function ordersIn(name: OrderList, { actor }: Ctx): Sql {
  const { resource, phone } = blocks[name]
  const { state, at, amount, about } = orderFields[name]
  const masked = (field: string): Sql => shownTo(field, fieldOf(resource, field), actor)
  const waits = waitingKinds
    .filter((kind) => kind.resource === resource)
    .map((kind) => sql`(${isWaiting(kind)})`)
  const facts = about.map((field) => sql`${field}::text, ${masked(field)}`)
  return sql`(SELECT ${name}::text AS list, id::text AS id, ${ident(phone)}::text AS phone,
      ${amount ? sql`${masked(amount)}::int8` : sql`NULL::int8`} AS amount,
      json_build_object(${join(facts.length > 0 ? facts : [sql`'', NULL`])}) AS about,
      to_json(${masked(state)}) AS state, ${ident(at)} AS at, coalesce(${join(waits, ' OR ')}, false) AS waiting
    FROM ${ident(sourceOf(resource))} WHERE id IN (SELECT found.id FROM found WHERE list = ${name})
    ORDER BY waiting DESC, at DESC LIMIT ${mostOrders})`
}

/** The same as text, masked like the phones beside it. */
export function orderOf({ about, state, ...row }: OrderRow, { actor }: Ctx): FoundOrder {
  const list = row.list as OrderList
  const { resource } = blocks[list]
  const text = (name: string, value: unknown): string => showField(value, fieldOf(resource, name))
  return {
    ...row,
    phone: seesPhones(actor) ? row.phone : maskPhone(row.phone),
    about: orderFields[list].about
      .map((name) => text(name, about[name]))
      .filter(Boolean)
      .join(', '),
    state: text(orderFields[list].state, state),
  }
}
