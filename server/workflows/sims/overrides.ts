/** Where the operations of orders differ: a new one takes its number, a wrong row of an import is named. */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { paidBy } from '../../../contract/resources/mesbank.ts'
import { f } from '../../../contract/kit/field.ts'
import { simso } from '../../../contract/resources/simso.ts'
import { order } from '../../../contract/resources/order.ts'
import { shopTexts } from '../../../contract/shop.ts'
import { withMsg } from '../../kit/answer.ts'
import { messages } from '../../../contract/messages.ts'
import type { HistoryEntry } from '../../../contract/kit/history.ts'
import type { Ctx } from '../../kit/context.ts'
import { history, historyOf } from '../../kit/history.ts'
import { saveEach, saveRows } from '../../kit/import.ts'
import { searched, type OwnSearch } from '../../kit/kinds.ts'
import { one, requireId } from '../../kit/list.ts'
import type { Overrides } from '../../kit/routes.ts'
import type { Values } from '../../kit/write.ts'
import { tellEnded } from '../../resources/mesbank/tell-ended.ts'
import { placeOrder, readOrder, simOf } from './place-order.ts'

/** What is told of an order: its fields, and the bank message that pays it. */
const told: Resource = { ...order, fields: { ...order.fields, ...paidBy } }

/** What is told of a number: its fields, and the order that moved it. */
const toldOfSim: Resource = {
  ...simso,
  fields: { ...simso.fields, don_hang: f.text({ label: 'Đơn hàng' }) },
}

/** Of a deleted order too: why it was is what its history is asked for (D2-Q-136). */
async function orderHistory(id: string, ctx: Ctx) {
  const { actor } = ctx
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM sim_order WHERE id = ${id} AND (${actor.priority !== 7} OR username_nv = ${actor.username})`)
  if (!rowCount) throw new AppError('NOT_FOUND', messages.notFound)
  return historyOf(told, id, ctx)
}

/** Without what others held or ordered, but what was done in the partner's own name (D3-ACC-06). */
function asPartner(entry: HistoryEntry, username: string): HistoryEntry[] {
  const of = (name: string) => entry.changes.find(({ field }) => field === name)
  const holder = of('nguoi_giu')
  const others = [holder?.before, holder?.after].some((who) => (who ?? username) !== username)
  if (entry.username !== username && (others || of('don_hang'))) return []
  const told = entry.changes.filter(({ field }) => !others || (field !== 'nguoi_giu' && field !== 'giu_den'))
  return [{ ...entry, changes: told }]
}

async function historyOfSim(id: string, ctx: Ctx) {
  const { priority, username } = ctx.actor
  const { values } = await history(toldOfSim, id, ctx)
  return { values: priority === 7 ? values.flatMap((entry) => asPartner(entry, username)) : values }
}

/** Orders by part of their number; dots and blanks do not count (D2-ORD-03). */
const byNumber: OwnSearch = (text) => {
  const digits = text.replace(/\D/g, '')
  if (digits === '') throw new AppError('VALIDATION', messages.invalidPhone)
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
  create: async (ctx, raw) =>
    withMsg(await one(order, await placeOrder(await readOrder(raw.body, ctx), ctx), ctx), shopTexts.ordered),
  save: (rows, ctx) => saveEach(rows, ctx, (row) => saveRow(row, ctx)),
  history: (ctx, raw) => orderHistory(requireId(raw.params.id), ctx),
  effects: { setPayment: tellEnded },
}

/** Where those of numbers do, besides server/resources/simso.ts. */
export const simHistory: Overrides = {
  history: (ctx, raw) => historyOfSim(requireId(raw.params.id), ctx),
}
