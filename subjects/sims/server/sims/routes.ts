/** Routes of numbers and orders in addition to the generated ones. */
import sql from 'sql-template-tag'
import { crowdedOrders, endHold, holdSim, type Crowd } from '#subjects/sims/contract/calls/sims.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { hold, release } from './holds.ts'
import type { Offers } from './offers.ts'
import { servePublicCalls } from './public-calls.ts'

export function serveSims(api: Api, offers: Offers): void {
  servePublicCalls(api, offers)
  handle(api, holdSim, hold)
  handle(api, endHold, release)
  handle(api, crowdedOrders, async ({ db }) => {
    const { rows } = await db.query<Crowd>(sql`SELECT * FROM crowded_orders()`)
    return { values: rows }
  })
}
