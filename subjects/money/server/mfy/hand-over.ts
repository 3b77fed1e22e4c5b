/** PUT giao: hands the request over to another person in the caller's scope; its clock continues (D3-CLK-03). */
import sql, { empty } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { todayVn } from '#kit/contract/dates.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { mfyTexts, type handOver } from '#subjects/money/contract/calls/mfy.ts'
import { withMes, type Reply } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { inScope, inUnit, readOne, rowInScope, requireId } from '#kit/server/list.ts'
import { staleRefusal } from '#kit/server/write.ts'
import { notifyNext } from './notices.ts'
import { keepOwnName } from './own-name.ts'

/** Full name of an active account in the caller's scope. */
async function nameOf(username: string, ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.query<{ fullname: string }>(sql`
    SELECT fullname FROM users WHERE username = ${username} AND NOT is_deleted AND ${inScope(sql`username`, ctx.scope)}`)
  const [person] = rows
  if (person) return person.fullname
  throw new AppError('VALIDATION', mfyTexts.outOfScope, { fields: { username_nv: mfyTexts.outOfScope } })
}

/** States of a request that has not ended. */
const running = ['dang_cho_duyet', 'duyet', 'da_soan_y_lan_1', 'duyet_lan_2']

/** Hands over with an audit entry and notifies the new holder. 409 when the row changed since `version`. */
export async function handOverRequest(ctx: Ctx, input: ParsedOf<typeof handOver>): Promise<Reply<Row>> {
  const id = requireId(input.id)
  // Deciders for all units hand over only within their own (D3-ACC-02).
  const { rows: lockedRows } = await ctx.db.query<{ runs: boolean }>(sql`
    SELECT trang_thai = ANY (${running}) AS runs
    FROM mfy WHERE ${rowInScope(mfy, id, ctx)} AND ${inUnit(sql`username_nv`, ctx.scope)} FOR NO KEY UPDATE`)
  if (!lockedRows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  // Revenue and fees of an ended request already count in its holder's pay.
  if (!lockedRows[0].runs && !can(ctx.actor, 'below3')) throw new AppError('CONFLICT', mfyTexts.over)
  await keepOwnName(ctx, id, input.username_nv)
  const fullname = await nameOf(input.username_nv, ctx)
  const version = input.version === undefined ? empty : sql`AND version = ${input.version}`
  const changed = changeRows(ctx, 'update', mfy.path, {
    table: 'mfy',
    where: sql`${rowInScope(mfy, id, ctx)} ${version}`,
    set: sql`username_nv = ${input.username_nv},
      version = t.version + CASE WHEN username_nv = ${input.username_nv} THEN 0 ELSE 1 END`,
  })
  const { rows } = await ctx.db.query<{
    moved: boolean
    from: string
    phone: string
    pack: string
    made: Date
  }>(sql`
    WITH ${changed} SELECT before ->> 'username_nv' <> after ->> 'username_nv' AS moved, before ->> 'username_nv' AS from,
      after ->> 'so_dien_thoai' AS phone, after ->> 'ma_goi' AS pack, (after ->> 'created_at')::timestamptz AS made FROM changed`)
  const [change] = rows
  if (!change) throw await staleRefusal(mfy, id, ctx)
  if (change.moved) {
    ctx.publish(mfy.path)
    const { from, phone, pack, made } = change
    const about = { resource: mfy.path, from, phone, package: pack, day: todayVn(made) }
    await ring({ to: input.username_nv, kind: 'mfyReceived', about }, ctx)
    await notifyNext(ctx, id)
  }
  return withMes(await readOne(mfy, id, ctx), mfyTexts.handedOver(fullname))
}
