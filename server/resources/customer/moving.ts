/** Tells the ledger who moves numbers and why; the trigger on `customer` writes the lines. */
import sql from 'sql-template-tag'
import type { MovementKind } from '../../../contract/movements.ts'
import type { Ctx } from '../../kit/context.ts'

/** Sets the kind, the person and the batch of all movements that follow in the transaction of `ctx`. */
export async function moving(ctx: Pick<Ctx, 'db' | 'actor'>, kind: MovementKind, batch = ''): Promise<void> {
  await ctx.db.query(sql`
    SELECT set_config('vas.movement', ${kind}, true), set_config('vas.actor', ${ctx.actor.username}, true),
      set_config('vas.batch', ${batch}, true)`)
}

/** Lets the statements of this transaction run for as long as moving a whole file takes. */
export async function takeTime(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await ctx.db.query(`SET LOCAL statement_timeout = '60s'`)
}
