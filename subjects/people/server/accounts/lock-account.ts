/** Locking and unlocking an account: lock, unlock, and DELETE, which toggles (D1-ACC-40 to 44, D1-Q-034). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { texts, type Account } from '#subjects/people/contract/calls/accounts.ts'
import { withMsg } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { endSessions } from '../session/sign-in.ts'
import { oneAtATime, requireAdministrator, requireManageable } from './authority.ts'
import { lockedAccount, readAccount } from './queries.ts'
import { recallEverything } from './give-back.ts'
import { auditAccount } from './audit-account.ts'

async function stop(before: Account, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`UPDATE users SET is_deleted = true, version = version + 1 WHERE id = ${before.id}`)
  if (before.role_priority === 1) await requireAdministrator(ctx)
  await endSessions(ctx.db, before.id)
  await recallEverything(before, ctx)
}

async function start(before: Account, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`UPDATE users SET is_deleted = false, version = version + 1 WHERE id = ${before.id}`)
}

/** Locks or unlocks an account of no higher authority, never the caller's own. No change when it already has that state. */
async function set(id: string, target: 'stopped' | 'started' | 'the other', ctx: Ctx) {
  await oneAtATime(ctx)
  const before = await lockedAccount(id, ctx)
  requireManageable(before, ctx)
  const stopped = target === 'the other' ? !before.is_deleted : target === 'stopped'
  const msg = stopped ? texts.locked : texts.unlocked
  if (before.id === ctx.actor.id) throw new AppError('FORBIDDEN', texts.notOneself)
  if (before.is_deleted === stopped) return withMsg(before, msg)
  await (stopped ? stop(before, ctx) : start(before, ctx))
  const after = await readAccount(before.id, ctx)
  await auditAccount(stopped ? 'lock' : 'unlock', before, after, ctx)
  return withMsg(after, msg)
}

/** POST users/{id}/lock. */
export const lockAccount = (id: string, ctx: Ctx) => set(id, 'stopped', ctx)

/** POST users/{id}/unlock. */
export const unlockAccount = (id: string, ctx: Ctx) => set(id, 'started', ctx)

/** DELETE users/{id}: removes nothing, toggles the lock. */
export const toggleAccount = (id: string, ctx: Ctx) => set(id, 'the other', ctx)
