/** Where the two lists over revenue lines differ from plain ones: one store, found by either's source (D2-Q-169, D2-Q-170). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import type { HistoryEntry } from '../../../contract/kit/history.ts'
import type { Resource } from '../../../contract/kit/resource.ts'
import { messages } from '../../../contract/messages.ts'
import { dsdttinhluong } from '../../../contract/resources/dsdttinhluong.ts'
import { report90849332 } from '../../../contract/resources/report90849332.ts'
import type { Ctx } from '../../kit/context.ts'
import { historyOf } from '../../kit/history.ts'
import { ownRow } from '../../kit/list.ts'
import type { ResourceName } from '../../../contract/resources/index.ts'
import type { Overrides } from '../../kit/routes.ts'
import { lineOf } from './line-of.ts'
import { saveLine, saveLines } from './save-lines.ts'

/** Every change of a line in the caller's reach, whichever list it was made in. */
async function trailOf(resource: Resource, id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const known = await ctx.db.query(sql`SELECT FROM revenue_line WHERE ${ownRow(resource, id, ctx)}`)
  if (known.rowCount === 0) throw new AppError('NOT_FOUND', messages.notFound)
  const { values } = await historyOf({ path: dsdttinhluong.path, fields: resource.fields }, id, ctx, {
    also: sql`UNION ALL SELECT id, at, actor_id, username, action, before, after FROM audit_log
      WHERE resource = ${report90849332.path} AND resource_id = ${id}`,
  })
  return { values: values.filter(({ changes }) => changes.length > 0) }
}

const overridesOf = (resource: Resource): Overrides => ({
  findId: lineOf,
  history: async (ctx, raw) => trailOf(resource, await lineOf(raw.params.id, ctx), ctx),
  create: (ctx, raw) => saveLine(resource, raw.body, ctx),
  save: (rows, ctx) => saveLines(resource, rows, ctx),
})

export const revenueOverrides: Readonly<Partial<Record<ResourceName, Overrides>>> = {
  [dsdttinhluong.path]: overridesOf(dsdttinhluong),
  [report90849332.path]: overridesOf(report90849332),
}
