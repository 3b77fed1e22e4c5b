/** Orders of customers on the do-not-call list: accepted, with a notice to the staff who handle them (D3-RULE-03, D3-RULE-05). */
import sql from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { doNotCallField, doNotCallText } from '#platform/contract/do-not-call.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import { unwillingOrder, type Placed } from '#subjects/sims/contract/calls/sims.ts'
import type { Ctx } from '#kit/server/context.ts'
import { entriesOf, entryOf } from '#kit/server/do-not-call.ts'
import type { ListExtra } from '#kit/server/routes.ts'
import { managersOf } from './clock.ts'
import { customer } from './customer.ts'

/** Adds the do-not-call entry to order rows; a masked role gets it only for orders that it entered. */
export const unwillingRows: ListExtra = {
  shape: doNotCallField,
  select: ({ actor }) => sql`
    CASE WHEN ${seesPhones(actor)} OR username_nv = ${actor.username} THEN ${entryOf(sql`sim_order.phone`)} END AS khong_goi`,
}

/** Message to staff after placing an order. */
export async function orderedWords(phone: string, ctx: Ctx): Promise<string> {
  const entry = (await entriesOf([phone], ctx)).get(phone)
  return entry ? `${shopTexts.ordered} ${doNotCallText(entry)}` : shopTexts.ordered
}

/** Answer to a new order: staff get the entry; for a customer's own order the managers are notified instead. */
export async function addDoNotCall(answer: Placed, phone: string, ctx: Ctx): Promise<Placed> {
  const entry = (await entriesOf([phone], ctx)).get(phone) ?? null
  if (ctx.actor !== customer) return { ...answer, khong_goi: entry }
  if (entry) {
    const managers = await managersOf(ctx.db)
    ctx.after(() => {
      for (const manager of managers) ctx.services.announce(manager, unwillingOrder(answer.ma_don, entry))
    })
  }
  return answer
}
