/** Tries at a password or code within a session, counted by account and session (D1-Q-031, D3-SEC-07, threats C5). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Ctx } from '#kit/server/context.ts'
import { isCounted, type Counted } from './tries.ts'

export function sessionOf({ session }: Pick<Ctx, 'session'>): string {
  if (session === undefined) throw new Error('a call without a session')
  return session
}

/**
 * Counts a try and returns what `check` says; RATE_LIMITED in the words `tooMany` after too many failures. Uses a
 * connection of its own, so that the count survives the rollback of a refused change.
 */
export async function tryInSession(
  ctx: Ctx,
  tooMany: (minutes: number) => string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { longPool: db } = ctx.services
  const source = `session ${sessionOf(ctx)}`
  const limits = await readSettings(ctx.db, ['signIn.tries', 'signIn.minutes'])
  const minutes = limits['signIn.minutes']
  const { rows } = await db.query<Counted>(sql`
    SELECT count_try(to_lower(${ctx.actor.username}), ${source}, NULL, ${limits['signIn.tries']}, NULL,
      NULL, NULL, ${minutes})::text AS tried`)
  // Does not wait for open tries, which may each hold a transaction. A try that throws stays open and counts.
  if (!isCounted(rows[0])) throw new AppError('RATE_LIMITED', tooMany(minutes), { retryAfter: minutes * 60 })
  const fits = await check()
  if (fits) await db.query(sql`DELETE FROM login_failures WHERE source = ${source}`)
  return fits
}
