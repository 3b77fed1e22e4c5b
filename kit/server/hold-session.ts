/** Checks inside the transaction of a decision, under a lock, that the caller still has the session and rights the call began with (D3-SEC-12). */
import sql from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { requireConfirmed } from '#platform/server/db/confirmed.ts'
import { actorColumns, toActor, type ActorRow } from './actor.ts'
import type { Ctx } from './context.ts'

/** Everything that determines what an account may do, and for which accounts. */
const rightsOf = ({ permissions, ...rights }: Actor): string =>
  JSON.stringify({ ...rights, fullname: '', permissions: [...permissions].toSorted() })

/**
 * Locks role, account and session of the caller until the commit: a concurrent lock, sign-out, demotion or new password
 * waits for this transaction, or this one waits for it and is then refused. UNAUTHENTICATED without the session,
 * FORBIDDEN if the rights differ from those at the start of the call, REAUTH if the required confirmation has expired.
 * Changes of rights take their locks in the same order, after queueing for their turn, so that no deadlock is possible.
 */
export async function holdSession(ctx: Ctx): Promise<void> {
  const { db, session, actor } = ctx
  if (session === undefined) return
  await db.query(sql`
    SELECT FROM roles r JOIN users u ON u.role_id = r.id JOIN sessions s ON s.user_id = u.id
    WHERE s.token_hash = decode(${session}, 'hex') FOR SHARE OF r, u, s`)
  // A separate statement: it sees the changes that the lock waited for.
  const { rows } = await db.query<ActorRow>(sql`
    SELECT ${actorColumns} FROM sessions s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = u.role_id
    WHERE s.token_hash = decode(${session}, 'hex') AND s.revoked_at IS NULL AND s.expires_at > now()
      AND NOT u.is_deleted`)
  const [now] = rows
  if (!now) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
  if (rightsOf(toActor(now).actor) !== rightsOf(actor))
    throw new AppError('FORBIDDEN', refusals.rightsChanged)
  if (ctx.hold?.reauth) await requireConfirmed(ctx)
}
