/** Routes of types over the stock. */
import sql from 'sql-template-tag'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import type { SimType } from '#subjects/sims/contract/sim-types.ts'
import * as calls from '#subjects/sims/contract/calls/sim-types.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { conditions } from '#kit/server/list.ts'
import { acceptWork } from '#platform/server/accepted-work.ts'
import { previewStep, retypeJob, retypingOf } from './retype.ts'
import { rulesState } from './rules-state.ts'

type Counts = { count: number; values: { loai_sim: SimType; count: number }[] }

/** Cached per query for a big stock, as the totals of lists are. */
async function countTypes(query: Record<string, string>, ctx: Ctx): Promise<Counts> {
  const { where } = conditions(simso, { ...query, loai_sim: '' }, ctx)
  const figures = sql`
    SELECT n AS total, json_build_object('count', n, 'values', types)::text AS figures FROM (
      SELECT (SELECT count(*) FROM simso WHERE ${where}) AS n, (
        SELECT coalesce(json_agg(json_build_object('loai_sim', one, 'count', many) ORDER BY many DESC, one), '[]')
        FROM (SELECT one, count(*) AS many FROM simso, unnest(types_list) one WHERE ${where} GROUP BY one) t) AS types) c`
  const { totals } = ctx.services
  const counted = await totals.count({ resource: simso.path, figures })
  return JSON.parse(counted.figures) as Counts
}

export function serveSimTypes(api: Api): void {
  handle(api, calls.countSimTypes, (ctx, query) => countTypes(query, ctx))
  handle(api, calls.previewRetyping, (ctx, { after }) => previewStep(ctx.db, after))
  handle(api, calls.simRules, (ctx) => rulesState(ctx.db))
  handle(api, calls.retypeStock, async (ctx) => {
    await acceptWork(retypingOf(ctx.actor.id), ctx)
    await ctx.services.jobs.enqueue(retypeJob, { userId: ctx.actor.id })
    return null
  })
}
