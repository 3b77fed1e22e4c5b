/**
 * Work that continues after its request: an import, its undo, a step over many rows, a closing. Accepted work is
 * completed as the requesting account with its rights at that moment; a later lock, demotion or sign-out only prevents
 * new requests (D3-SEC-12).
 */
import sql from 'sql-template-tag'
import { can, type Ability, type Actor } from '#platform/contract/abilities.ts'
import type { Queryable } from './db/pool.ts'
import { actorOf } from '#kit/server/actor.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'

export type Doer = { actor: Actor; scope: Scope }
type Stored = { actor: Omit<Actor, 'permissions'> & { permissions: string[] }; scope: Scope }

/** Stores the caller as the work's actor, in the transaction that accepts it; a repeated request replaces it with the current rights. */
export async function acceptWork(work: string, { db, actor, scope }: Ctx): Promise<void> {
  const caller: Stored = { actor: { ...actor, permissions: [...actor.permissions] }, scope }
  await db.query(sql`
    INSERT INTO accepted_work (work, caller) VALUES (${work}, ${JSON.stringify(caller)}::jsonb)
    ON CONFLICT (work) DO UPDATE SET caller = excluded.caller, at = now()`)
}

/**
 * The work's actor as it was when the work was accepted. For work accepted by a server before this rule, the account as
 * it is now: null if it is locked or lacks the right.
 */
export async function doerOf(
  work: string,
  { userId, may }: { userId: string; may: Ability },
  db: Queryable,
): Promise<Doer | null> {
  const { rows } = await db.query<{ caller: Stored }>(
    sql`SELECT caller FROM accepted_work WHERE work = ${work}`,
  )
  const [accepted] = rows
  if (accepted) {
    const { actor, scope } = accepted.caller
    return { actor: { ...actor, permissions: new Set(actor.permissions) }, scope }
  }
  const now = await actorOf(db, userId)
  return now && can(now.actor, may) ? now : null
}
