/** Offers for tomorrow: everybody of the scope sees them, their owner and managers change them (D2-Q-123). */
import sql, { type Sql } from 'sql-template-tag'
import { can, type Actor } from '../../contract/abilities.ts'
import { AppError } from '../../contract/kit/error.ts'
import { mayChange } from '../../contract/kit/shapes.ts'
import { messages } from '../../contract/messages.ts'
import { moigoihomsau } from '../../contract/resources/moigoihomsau.ts'
import type { Ctx } from '../kit/context.ts'
import { list, ownRow, requireId } from '../kit/list.ts'
import type { ListExtra } from '../kit/operation-answers.ts'
import type { Overrides } from '../kit/routes.ts'
import { readBody, remove, update } from '../kit/write.ts'

/** The condition that a row is `actor`'s to change, delete and invite. */
const isOwn = (actor: Actor): Sql => (can(actor, 'below3') ? sql`true` : sql`username = ${actor.username}`)

/** NOT_FOUND outside the scope; FORBIDDEN for somebody else's row of it. */
export async function requireOwn(id: string, ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.query<{ own: boolean }>(sql`
    SELECT ${isOwn(ctx.actor)} AS own FROM moigoihomsau WHERE ${ownRow(moigoihomsau, id, ctx)} FOR UPDATE`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  if (!row.own) throw new AppError('FORBIDDEN', messages.forbidden)
}

export const offerExtra: ListExtra = { may: mayChange }

export const offerOverrides: Overrides = {
  list: (ctx, raw) => {
    const own = isOwn(ctx.actor)
    return list(
      moigoihomsau,
      raw.query,
      ctx,
      sql`json_build_object('update', ${own}, 'remove', ${own}) AS may`,
    )
  },
  update: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    // What is wrong with the values is said first, as everywhere.
    readBody(moigoihomsau, raw.body, ctx.actor, 'update')
    await requireOwn(id, ctx)
    return update(moigoihomsau, id, raw.body, ctx)
  },
  remove: async (ctx, raw) => {
    const id = requireId(raw.params.id)
    await requireOwn(id, ctx)
    return remove(moigoihomsau, id, ctx)
  },
}
