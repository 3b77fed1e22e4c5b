/** Overrides of orders and numbers: creating takes the number, import errors name the row. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { paidBy } from '#subjects/money/contract/lists/mesbank.ts'
import { f } from '#kit/contract/field.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { order } from '#subjects/sims/contract/lists/order.ts'
import { withMsg } from '#kit/server/answer.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import type { Ctx } from '#kit/server/context.ts'
import { history, historyOf } from '#kit/server/history.ts'
import { saveEach, saveRows } from '#kit/server/import.ts'
import { searched, type OwnSearch } from '#kit/server/kinds.ts'
import { readOne, requireId } from '#kit/server/list.ts'
import type { Overrides } from '#kit/server/routes.ts'
import type { Values } from '#kit/server/write.ts'
import { publishEndedTransfers } from '#subjects/money/server/index.ts'
import { placeOrder, readOrder, simOf } from './place-order.ts'
import { orderedWords, unwillingRows } from './unwilling.ts'

/** Fields of an order's history, including the bank message that pays it. */
const orderWithPayment: Resource = { ...order, fields: { ...order.fields, ...paidBy } }

/** Fields of a number's history, including the order that moved it. */
const simWithOrder: Resource = {
  ...simso,
  fields: {
    ...simso.fields,
    don_hang: f.text({ label: 'Đơn hàng' }),
    ly_do_gia: f.text({ label: 'Lý do đổi giá', see: 'below3' }),
  },
}

/** Includes deleted orders, whose history is asked for most (D2-Q-136). */
async function orderHistory(id: string, ctx: Ctx) {
  const { actor } = ctx
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM sim_order WHERE id = ${id} AND (${actor.priority !== 7} OR username_nv = ${actor.username})`)
  if (!rowCount) throw new AppError('NOT_FOUND', refusals.notFound)
  return historyOf(orderWithPayment, id, ctx)
}

/** The entry without holds and orders of others, unless made in the partner's own name (D3-ACC-06). */
function asPartner(entry: HistoryEntry, username: string): HistoryEntry[] {
  const changeOf = (name: string) => entry.changes.find(({ field }) => field === name)
  const holder = changeOf('nguoi_giu')
  const ofOthers = [holder?.before, holder?.after].some((name) => (name ?? username) !== username)
  if (entry.username !== username && (ofOthers || changeOf('don_hang'))) return []
  const visibleChanges = entry.changes.filter(
    ({ field }) => !ofOthers || (field !== 'nguoi_giu' && field !== 'giu_den'),
  )
  return [{ ...entry, changes: visibleChanges }]
}

async function historyOfSim(id: string, ctx: Ctx) {
  const { priority, username } = ctx.actor
  const { values } = await history(simWithOrder, id, ctx)
  return { values: priority === 7 ? values.flatMap((entry) => asPartner(entry, username)) : values }
}

/** Searches orders by part of their number, ignoring dots and blanks (D2-ORD-03). */
const byNumber: OwnSearch = (text) => {
  const digits = text.replace(/\D/g, '')
  if (digits === '') throw new AppError('VALIDATION', refusals.invalidPhone)
  return searched(sql`ordered_so_dien_thoai LIKE ${`%${digits}%`}`)
}

async function saveRow({ so_dien_thoai: number, ...values }: Values, ctx: Ctx): Promise<void> {
  await saveRows(
    order,
    [{ ...values, sim_id: await simOf(number ?? null, ctx), username_nv: ctx.actor.username }],
    ctx,
  )
}

export const orderOverrides: Overrides<typeof order> = {
  searches: { so_dien_thoai: byNumber },
  extra: unwillingRows,
  create: async (ctx, raw) => {
    const values = await readOrder(raw.body, ctx)
    const row = await readOne(order, await placeOrder(values, ctx), ctx)
    return withMsg(row, await orderedWords(String(values.phone), ctx))
  },
  save: (rows, ctx) => saveEach(rows, ctx, (row) => saveRow(row, ctx)),
  history: (ctx, raw) => orderHistory(requireId(raw.params.id), ctx),
  effects: { setPayment: publishEndedTransfers },
}

/** History of numbers, in addition to subjects/sims/server/simso.ts. */
export const simHistory: Overrides = {
  history: (ctx, raw) => historyOfSim(requireId(raw.params.id), ctx),
}
