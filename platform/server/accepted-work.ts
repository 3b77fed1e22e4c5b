/**
 * Work that goes on after its request: an import, its taking back, a step over many rows, a closing. What was accepted is done to its end in
 * the name of who asked and with the rights of that moment; a lock, a demotion or a sign-out since then only keeps new work from being asked for (D3-SEC-12).
 */
import sql from 'sql-template-tag'
import { can, type Ability, type Actor } from '#platform/contract/abilities.ts'
import type { Queryable } from './db/pool.ts'
import { actorOf } from '#kit/server/actor.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'

export type Doer = { actor: Actor; scope: Scope }
type Stored = { actor: Omit<Actor, 'permissions'> & { permissions: string[] }; scope: Scope }

/** Stores the caller as who has the work done, in the transaction that accepts it; asked for again, it is done as now. */
export async function accept(work: string, { db, actor, scope }: Ctx): Promise<void> {
  const caller: Stored = { actor: { ...actor, permissions: [...actor.permissions] }, scope }
  await db.query(sql`
    INSERT INTO accepted_work (work, caller) VALUES (${work}, ${JSON.stringify(caller)}::jsonb)
    ON CONFLICT (work) DO UPDATE SET caller = excluded.caller, at = now()`)
}

/**
 * Who has the work done, as it was when it was accepted. What a server of before this rule accepted is done by the account as it is now:
 * null when that is locked or lacks the right.
 */
export async function doerOf(
  work: string,
  { userId, may }: { userId: string; may: Ability },
  db: Queryable,
): Promise<Doer | null> {
  const { rows } = await db.query<{ caller: Stored }>(
    sql`SELECT caller FROM accepted_work WHERE work = ${work}`,
  )
  const [known] = rows
  if (known) {
    const { actor, scope } = known.caller
    return { actor: { ...actor, permissions: new Set(actor.permissions) }, scope }
  }
  const now = await actorOf(db, userId)
  return now && can(now.actor, may) ? now : null
}
