/** What the operator of the machine may do without signing in: `npm run admin` (docs/operations.md). All of it is audited. */
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { noAccount, type Actor } from '#platform/contract/abilities.ts'
import { permissionCodes } from '#platform/contract/permissions.ts'
import { clearMark, readMark, setMark } from '#platform/server/db/operator-marks.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { demoUsernames, findDemoHashes } from '../seed/demo-passwords.ts'
import { lockAccount } from '#subjects/people/server/accounts/lock-account.ts'
import { resetSecondFactor } from '#subjects/people/server/accounts/reset-second-factor.ts'
import { resetPassword } from '#subjects/people/server/accounts/reset-password.ts'

/** Access to the machine implies full access; the audit log shows that it was not an account. */
const operator: Actor = {
  ...noAccount,
  username: '__OPERATOR',
  fullname: 'Người vận hành',
  permissions: new Set(permissionCodes),
}

const asOperator = <T>(services: Services, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(
    services,
    { actor: operator, scope: { all: true }, requestId: 'npm run admin', act: '' },
    work,
  )

/** Runs an action of a screen; its refusals are Vietnamese, for users, and are reported here in the language of the commands. */
async function translateRefusals<T>(username: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.code === 'CONFLICT' ? 'no administrator would be left' : error.code
    throw new Error(`nothing was done: '${username}' cannot be changed: ${reason}`, { cause: error })
  }
}

/**
 * Locks every account created by the demo, like the accounts screen: sessions end, numbers are returned. Returns their
 * usernames. Throws without locking any if no other administrator would remain.
 */
export async function lockDemo(services: Services): Promise<string[]> {
  const hashes = await findDemoHashes(services.pool)
  return asOperator(services, async (ctx) => {
    // From the lowest rank up: returned numbers go to the next higher account.
    const { rows } = await ctx.db.query<{ id: string; username: string }>(sql`
      SELECT u.id, u.username FROM users u JOIN roles r ON r.id = u.role_id
      WHERE u.username = ANY(${[...demoUsernames]}) AND NOT u.is_deleted
        AND (u.email LIKE '%@vasdesk.example' OR u.password_hash = ANY(${hashes}))
      ORDER BY r.priority DESC, u.username`)
    for (const { id, username } of rows) await translateRefusals(username, () => lockAccount(id, ctx))
    return rows.map(({ username }) => username)
  })
}

/** Sets a random password and returns it; sessions of the account end, and its user must set a new one. */
export async function resetPasswordOf(services: Services, username: string): Promise<string> {
  const password = randomBytes(16).toString('base64url')
  await asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string; is_deleted: boolean }>(sql`
      SELECT id, is_deleted FROM users WHERE to_lower(username) = to_lower(${username})`)
    const account = rows[0]
    if (!account) throw new Error(`there is no account '${username}'`)
    if (account.is_deleted) throw new Error(`the account '${username}' is locked: unlock it on the screen`)
    await translateRefusals(username, () =>
      resetPassword({ id: account.id, password, rePassword: password }, ctx),
    )
  })
  return password
}

/** Removes the second factor of an account with a lost device; its sessions end. */
export const resetSecondFactorOf = (services: Services, username: string): Promise<void> =>
  asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string; has: boolean }>(sql`
      SELECT u.id, factor_of(u.id) = 'set' AS has FROM users u WHERE to_lower(u.username) = to_lower(${username})`)
    const account = rows[0]
    if (!account) throw new Error(`there is no account '${username}'`)
    if (!account.has) throw new Error(`the account '${username}' has no second factor`)
    await translateRefusals(username, () => resetSecondFactor({ id: account.id }, ctx))
  })

/**
 * Confirms that an account belongs to a separate person: its approvals count, whatever others did to it before
 * (D3-ACC-07). Audited, and all of priority 1 are notified.
 */
export const vouchFor = (services: Services, username: string): Promise<void> =>
  asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string; username: string }>(sql`
      SELECT id, username FROM users WHERE to_lower(username) = to_lower(${username})`)
    const account = rows[0]
    if (!account) throw new Error(`there is no account '${username}'`)
    await ctx.db.query(sql`SELECT note_origin(${account.username}, 'vouched')`)
    await audit(ctx, { action: 'vouch', resource: 'users', resourceId: account.id })
  })

/** Longest cursor of any feed (docs/providers.md), whose format each feed defines. */
const longestCursor = 256

/**
 * Makes a feed continue at `cursor`, null being its beginning; rows already known are not stored twice. Returns the
 * former cursor, null being the beginning as well.
 */
export async function resetFeed(
  services: Services,
  name: string,
  cursor: string | null,
): Promise<string | null> {
  // Only the feed knows the format.
  if (
    cursor !== null &&
    (!/^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u.test(cursor) || cursor.length > longestCursor)
  )
    throw new Error(
      `a cursor is a text of the feed's own, at most ${longestCursor} characters, with no space around it`,
    )
  return asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ before: string | null }>(sql`
      SELECT cursor AS before FROM feeds WHERE name = ${name} FOR UPDATE`)
    const feed = rows[0]
    if (!feed) throw new Error(`there is no feed '${name}'`)
    // Takes the lease from a process that is reading, which then may no longer move the cursor.
    await ctx.db.query(sql`
      UPDATE feeds SET cursor = ${cursor}, failures = 0, lease = NULL, leased_until = NULL, next_at = now()
      WHERE name = ${name}`)
    await audit(ctx, {
      action: 'update',
      resource: 'feeds',
      resourceId: name,
      before: { cursor: feed.before },
      after: { cursor },
    })
    return feed.before
  })
}

/** Records that a backup of this database was verified just now; /metrics has its age. */
export const noteBackup = (services: Services): Promise<void> =>
  asOperator(services, async (ctx) => {
    await setMark(ctx.db, 'backup-verified')
    await audit(ctx, { action: 'update', resource: 'operator_marks', resourceId: 'backup-verified' })
  })

/** Records the result of an audit log check if it differs from the last one; /metrics has it for the monitoring (D3-RUN-03). */
export const noteTrail = (services: Services, sound: boolean): Promise<void> =>
  asOperator(services, async (ctx) => {
    if (sound === ((await readMark(ctx.db, 'trail-broken')) === null)) return
    await (sound ? clearMark : setMark)(ctx.db, 'trail-broken')
    const action = sound ? 'remove' : 'create'
    await audit(ctx, { action, resource: 'operator_marks', resourceId: 'trail-broken' })
  })
