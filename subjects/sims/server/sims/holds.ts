/** Timed hold of a number for a customer (D3-SIM-04). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { formatInstant } from '#kit/contract/dates.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { auditRows, changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readOne, requireId } from '#kit/server/list.ts'

/** PUT giuSo: holds the number for the caller. NOT_FOUND without it, CONFLICT with the reason. */
export async function hold(ctx: Ctx, input: { id: string }): Promise<Reply<Row>> {
  const id = requireId(input.id)
  const { rows } = await ctx.db.query<{ until: string }>(sql`
    WITH changed AS MATERIALIZED (SELECT * FROM hold_sim(${id}, ${ctx.actor.username})),
      audited AS (${auditRows(ctx, 'update', simso.path)})
    SELECT after ->> 'giu_den' AS until FROM changed`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  ctx.publish(simso.path)
  const until = formatInstant(new Date(rows[0].until).toISOString())
  return withMsg(await readOne(simso, id, ctx), shopTexts.held(until))
}

/** DELETE giuSo: releases the number. NOT_FOUND, CONFLICT when it is not held, FORBIDDEN when another holds it. */
export async function release(ctx: Ctx, input: { id: string }): Promise<Reply<Row>> {
  const id = requireId(input.id)
  const { rows: holders } = await ctx.db.query<{ holder: string | null }>(sql`
    SELECT nguoi_giu AS holder FROM simso WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`)
  const [sim] = holders
  if (!sim) throw new AppError('NOT_FOUND', refusals.notFound)
  if (sim.holder === null) throw new AppError('CONFLICT', shopTexts.notHeld)
  if (sim.holder !== ctx.actor.username && !can(ctx.actor, 'below3'))
    throw new AppError('FORBIDDEN', messages.forbidden)
  const changed = changeRows(ctx, 'update', simso.path, {
    table: 'simso',
    where: sql`t.id = ${id}`,
    set: sql`trang_thai = sim_con_sim(), version = t.version + 1`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish(simso.path)
  return withMsg(await readOne(simso, id, ctx), shopTexts.released)
}
