/** Routes of 'Mời lại' by filter. */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import * as calls from '#subjects/calling/contract/calls/reinvite-all.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { countNumbers } from './count.ts'
import { startStep, undoStep } from './start.ts'
import { newestSteps, stepNow } from './steps.ts'

type One = AnswerOf<typeof calls.oneReinvite>

async function readOne(ctx: Ctx, { id, page = 0 }: ParsedOf<typeof calls.oneReinvite>): Promise<One> {
  const step = await stepNow(ctx, id)
  const { rows } = await ctx.db.query<One['kept'][number]>(sql`
    SELECT n.n, ${sqlKinds.phone.masked(sql`c.phone`, ctx.actor)} AS phone, n.done_at IS NOT NULL AS undoing, n.why
    FROM reinvite_numbers n JOIN customer c ON c.id = n.customer_id WHERE n.step_id = ${id} AND n.why IS NOT NULL
    ORDER BY n.n LIMIT ${calls.shownKept} OFFSET ${Math.max(Math.trunc(page) || 0, 0) * calls.shownKept}`)
  return { step, kept: rows }
}

export function serveReinvite(api: Api): void {
  handle(api, calls.countReinvite, countNumbers)
  handle(api, calls.startReinvite, startStep)
  handle(api, calls.reinviteSteps, async (ctx) => ({ values: await newestSteps(ctx) }))
  handle(api, calls.oneReinvite, readOne)
  handle(api, calls.undoReinvite, undoStep)
}
