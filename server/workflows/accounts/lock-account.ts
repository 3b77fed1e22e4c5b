/** Stopping and starting an account: lock, unlock, and DELETE, which is whichever applies (D1-ACC-40 to 44, D1-Q-034). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { texts, type Account } from '../../../contract/workflows/accounts.ts'
import { withMsg } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { endSessions } from '../session/index.ts'
import { manageable, requireAdministrator } from './authority.ts'
import { readAccount } from './queries.ts'
import { recallEverything } from './give-back.ts'
import { auditAccount } from './audit-account.ts'

async function stop(before: Account, ctx: Ctx): Promise<void> {
  if (before.id === ctx.actor.id) throw new AppError('FORBIDDEN', texts.notOneself)
  await ctx.db.query(sql`UPDATE users SET is_deleted = true, version = version + 1 WHERE id = ${before.id}`)
  if (before.role_priority === 1) await requireAdministrator(ctx)
  await endSessions(ctx.db, before.id)
  await recallEverything(before, ctx)
}

async function start(before: Account, ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`UPDATE users SET is_deleted = false, version = version + 1 WHERE id = ${before.id}`)
}

/** Stops or starts an account of no higher authority. One that already is as asked stays as it is. */
async function set(before: Account, stopped: boolean, ctx: Ctx) {
  const msg = stopped ? texts.locked : texts.unlocked
  if (before.is_deleted === stopped) return withMsg(before, msg)
  await (stopped ? stop(before, ctx) : start(before, ctx))
  const after = await readAccount(ctx, sql`u.id = ${before.id}`)
  await auditAccount(stopped ? 'lock' : 'unlock', before, after, ctx)
  return withMsg(after, msg)
}

/** POST users/{id}/lock. */
export const lockAccount = async (id: string, ctx: Ctx) => set(await manageable(id, ctx), true, ctx)

/** POST users/{id}/unlock. */
export const unlockAccount = async (id: string, ctx: Ctx) => set(await manageable(id, ctx), false, ctx)

/** DELETE users/{id}: nothing is removed, the account is stopped or started. */
export async function toggleAccount(id: string, ctx: Ctx) {
  const before = await manageable(id, ctx)
  return set(before, !before.is_deleted, ctx)
}
