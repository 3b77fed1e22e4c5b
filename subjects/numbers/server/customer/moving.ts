/** Author and kind of movements for the ledger, which the trigger on `customer` writes. */
import sql from 'sql-template-tag'
import type { MovementKind } from '#subjects/numbers/contract/movements.ts'
import type { Ctx } from '#kit/server/context.ts'

/** Sets kind, person and batch of all following movements in the transaction of `ctx`. */
export async function beginMovements(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  kind: MovementKind,
  batch = '',
): Promise<void> {
  await ctx.db.query(sql`
    SELECT set_config('vas.movement', ${kind}, true), set_config('vas.actor', ${ctx.actor.username}, true),
      set_config('vas.batch', ${batch}, true)`)
}

/** Raises the statement timeout of this transaction for moving a whole file. */
export async function takeTime(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await ctx.db.query(`SET LOCAL statement_timeout = '60s'`)
}
