/** Routes of 'Khách hàng 360' and of the palette's search for phones. */
import { seesPhones } from '#platform/contract/abilities.ts'
import { knownNumber } from '#platform/contract/calls/known-number.ts'
import { maskPhone, readPhone } from '#kit/contract/phone.ts'
import * as calls from '#subjects/overview/contract/calls/customer-360.ts'
import { findPhones, keyOfPhone } from '#subjects/numbers/contract/calls/find-phones.ts'
import { handle } from '#kit/server/call.ts'
import { entriesOf } from '#kit/server/do-not-call.ts'
import type { Api } from '#kit/server/handle.ts'
import { find } from './find-phones.ts'
import { keyFor, openPhone } from './open-phone.ts'
import { readBlock } from './read-block.ts'
import { readKnownNumber } from './read-known-number.ts'
import { readMovements } from './read-movements.ts'
import { viewers } from './viewers.ts'

/** Registers the calls. They only write the audit entry of the view, which is kept even if the call fails. */
export function serveCustomer360(api: Api): void {
  handle(api, keyOfPhone, async (ctx, { phone }) => {
    const phone9 = readPhone(phone)
    return { key: phone9 === null ? null : keyFor(phone9, ctx.services) }
  })
  handle(api, calls.openCustomer, async (ctx, { key }) => {
    const phone = await openPhone(key, ctx)
    const entries = await entriesOf([phone], ctx)
    return { phone: seesPhones(ctx.actor) ? phone : maskPhone(phone), khong_goi: entries.get(phone) ?? null }
  })
  for (const name of calls.blockNames)
    handle(api, calls.blockCalls[name], async (ctx, { key }) =>
      readBlock(name, await openPhone(key, ctx), ctx),
    )
  handle(api, calls.movementsOf, async (ctx, { key }) => readMovements(await openPhone(key, ctx), ctx))
  handle(api, calls.viewersOf, async (ctx, { key }) => ({
    values: await viewers(await openPhone(key, ctx), ctx),
  }))
  handle(api, findPhones, (ctx, { text }) => find(text, ctx))
  handle(api, knownNumber, (ctx, { phone }) => readKnownNumber(phone, ctx))
}
