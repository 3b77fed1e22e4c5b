/** Routes of price steps. */
import sql from 'sql-template-tag'
import type { AnswerOf } from '#kit/contract/call.ts'
import * as calls from '#subjects/sims/contract/calls/sim-prices.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { preview } from './preview.ts'
import { startPrices, undoPriceStep } from './start.ts'
import { newestSteps, stepNow } from './steps.ts'

type One = AnswerOf<typeof calls.oneStep>

async function readOne(
  { db }: Ctx,
  { id, page = 0 }: { id: string; page?: number | undefined },
): Promise<One> {
  const { rows: kept } = await db.query<One['kept'][number]>(sql`
    SELECT so_dien_thoai_co_dau_cham, k.undoing, k.why FROM price_kept k JOIN simso s ON s.id = k.sim_id
    WHERE k.step_id = ${id} ORDER BY k.undoing DESC, so_dien_thoai_co_dau_cham
    LIMIT ${calls.shownPriced} OFFSET ${page * calls.shownPriced}`)
  return { step: await stepNow(db, id), kept }
}

export function serveSimPrices(api: Api): void {
  handle(api, calls.previewPrices, preview, 'read')
  handle(api, calls.changePrices, startPrices)
  handle(api, calls.priceSteps, async ({ db }) => ({ values: await newestSteps(db) }))
  handle(api, calls.oneStep, readOne)
  handle(api, calls.undoPrices, undoPriceStep)
}
