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

/** Whoever has the machine has everything; the trail says that it was no account. */
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

/** Does what a screen does; its refusals are Vietnamese, for people, and are said here in the language of the commands. */
async function inWords<T>(username: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const why = error.code === 'CONFLICT' ? 'no administrator would be left' : error.code
    throw new Error(`nothing was done: '${username}' cannot be changed: ${why}`, { cause: error })
  }
}

/**
 * Locks every account that the demo made, as the screen of accounts would: sessions end, numbers go back. Answers their
 * names. Throws, with nothing locked, when no other administrator would be left.
 */
export async function lockDemo(services: Services): Promise<string[]> {
  const hashes = await findDemoHashes(services.pool)
  return asOperator(services, async (ctx) => {
    // From below: what somebody gives back goes to whoever is above.
    const { rows } = await ctx.db.query<{ id: string; username: string }>(sql`
      SELECT u.id, u.username FROM users u JOIN roles r ON r.id = u.role_id
      WHERE u.username = ANY(${[...demoUsernames]}) AND NOT u.is_deleted
        AND (u.email LIKE '%@vasdesk.example' OR u.password_hash = ANY(${hashes}))
      ORDER BY r.priority DESC, u.username`)
    for (const { id, username } of rows) await inWords(username, () => lockAccount(id, ctx))
    return rows.map(({ username }) => username)
  })
}

/** Gives the account a password that nobody knows yet and answers it; its sessions end, and it must set an own one. */
export async function resetPasswordOf(services: Services, username: string): Promise<string> {
  const password = randomBytes(16).toString('base64url')
  await asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string; is_deleted: boolean }>(sql`
      SELECT id, is_deleted FROM users WHERE to_lower(username) = to_lower(${username})`)
    const account = rows[0]
    if (!account) throw new Error(`there is no account '${username}'`)
    if (account.is_deleted) throw new Error(`the account '${username}' is locked: unlock it on the screen`)
    await inWords(username, () => resetPassword({ id: account.id, password, rePassword: password }, ctx))
  })
  return password
}

/** Takes away the second factor of an account whose device is lost; its sessions end. */
export const resetSecondFactorOf = (services: Services, username: string): Promise<void> =>
  asOperator(services, async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string; has: boolean }>(sql`
      SELECT u.id, factor_of(u.id) = 'set' AS has FROM users u WHERE to_lower(u.username) = to_lower(${username})`)
    const account = rows[0]
    if (!account) throw new Error(`there is no account '${username}'`)
    if (!account.has) throw new Error(`the account '${username}' has no second factor`)
    await inWords(username, () => resetSecondFactor({ id: account.id }, ctx))
  })

/**
 * Vouches that an account is a person of its own: nothing that others did with it before keeps its approval from counting
 * (D3-ACC-07). On record, and told to all of priority 1.
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

/** Longest cursor of any feed (docs/providers.md), which is a text of the feed's own. */
const longestCursor = 256

/**
 * Has a feed read from `cursor` on, null being its beginning; rows that are known already are not taken twice. Answers
 * where it stood before, null being its beginning as well.
 */
export async function resetFeed(
  services: Services,
  name: string,
  cursor: string | null,
): Promise<string | null> {
  // What it means only the feed knows.
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
    // Whoever reads it at this moment has lost it, and with it the right to move the cursor.
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

/** Notes that a backup of this database was proven just now: /metrics tells how long ago that was. */
export const noteBackup = (services: Services): Promise<void> =>
  asOperator(services, async (ctx) => {
    await setMark(ctx.db, 'backup-verified')
    await audit(ctx, { action: 'update', resource: 'operator_marks', resourceId: 'backup-verified' })
  })

/** Notes what a look at the audit log said, where that is another than the last one: /metrics has it for the watch (D3-RUN-03). */
export const noteTrail = (services: Services, sound: boolean): Promise<void> =>
  asOperator(services, async (ctx) => {
    if (sound === ((await readMark(ctx.db, 'trail-broken')) === null)) return
    await (sound ? clearMark : setMark)(ctx.db, 'trail-broken')
    const action = sound ? 'remove' : 'create'
    await audit(ctx, { action, resource: 'operator_marks', resourceId: 'trail-broken' })
  })
