/** POST /api/v1/auth/login and logout. */
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import {
  credentialLength,
  givenPasswordHours,
  texts,
  type SignedIn,
} from '../../../contract/workflows/session.ts'
import type { Config } from '../../config.ts'
import { withTransaction, type Pool, type Queryable } from '../../db/pool.ts'
import { hashToken, newToken } from '../../kit/sessions.ts'
import { accountOf } from './account.ts'
import { passwordFits } from './password.ts'

/** Failures of one user name within a quarter of an hour before it must wait (D1-Q-027). */
const mostFailures = 10

type Holder = { id: string; password_hash: string; is_deleted: boolean; given_expired: boolean }
type Credentials = { username: string; password: string }

/** Checks shape and length of the credentials (D1-SESS-03 to 06, D1-Q-028). */
function readCredentials(body: unknown): Credentials {
  const { username, password } = (body ?? {}) as Partial<Record<keyof Credentials, unknown>>
  const fields: Record<string, string> = {}
  if (typeof username !== 'string' || username.trim() === '') fields.username = 'Nhập tên đăng nhập'
  else if (username.length > credentialLength) fields.username = `Tối đa ${credentialLength} ký tự`
  if (typeof password !== 'string' || password === '') fields.password = 'Nhập mật khẩu'
  else if (password.length > credentialLength) fields.password = `Tối đa ${credentialLength} ký tự`
  const first = Object.values(fields)[0]
  if (first) throw new AppError('VALIDATION', first, { fields })
  return { username: (username as string).trim().normalize('NFKC'), password: password as string }
}

/**
 * Puts a try on record before the password is looked at, so that tries at the same moment count too (threats C5).
 * Answers how to take it back; throws RATE_LIMITED when the name has had its tries.
 */
async function countTry(pool: Pool, username: string, address: string): Promise<() => Promise<void>> {
  const at = await withTransaction(pool, async (db) => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('sign-in ' || lower(${username}), 0))`)
    const { rows } = await db.query<{ at: string }>(sql`
      INSERT INTO login_failures (username, at, address)
      SELECT lower(${username}), clock_timestamp(), ${address} WHERE ${mostFailures} > (
        SELECT count(*) FROM login_failures
        WHERE username = lower(${username}) AND at > now() - interval '15 minutes')
      RETURNING at::text`)
    return rows[0]?.at
  })
  if (at === undefined) throw new AppError('RATE_LIMITED', texts.tooMany, { retryAfter: 900 })
  return async () => {
    await pool.query(sql`
      DELETE FROM login_failures WHERE username = lower(${username}) AND at = ${at}::timestamptz`)
  }
}

/** Whether the password fits; a server that is too busy to look uses up no try. */
async function fits(user: Holder | undefined, password: string, takeBack: () => Promise<void>) {
  try {
    return await passwordFits(user?.password_hash, password)
  } catch (error) {
    await takeBack()
    throw error
  }
}

/** Signs in: a new session whose token only the caller knows. */
export async function signIn(
  db: Pool,
  config: Config,
  body: unknown,
  request: FastifyRequest,
): Promise<SignedIn> {
  const { username, password } = readCredentials(body)
  const takeBack = await countTry(db, username, request.ip)
  const { rows } = await db.query<Holder>(sql`
    SELECT id, password_hash, is_deleted, must_change_password
        AND credentials_changed_at < now() - make_interval(hours => ${givenPasswordHours}) AS given_expired
    FROM users WHERE lower(username) = lower(${username})`)
  const user = rows[0]
  if (!(await fits(user, password, takeBack)) || !user) {
    throw new AppError('UNAUTHENTICATED', texts.wrongCredentials)
  }
  if (user.is_deleted) throw new AppError('FORBIDDEN', texts.locked)
  if (user.given_expired) throw new AppError('FORBIDDEN', texts.givenExpired)
  const token = newToken()
  await db.query(sql`
    INSERT INTO sessions (token_hash, user_id, expires_at, address, agent)
    VALUES (decode(${hashToken(token)}, 'hex'), ${user.id}, now() + make_interval(secs => ${config.sessionSeconds}),
      ${request.ip}, ${request.headers['user-agent']?.slice(0, 300) ?? null})`)
  await db.query(sql`DELETE FROM login_failures WHERE username = lower(${username})`)
  const account = await accountOf(db, user.id)
  if (!account) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
  return { access_token: token, expires_in: config.sessionSeconds, ...account }
}

/** Ends the session of a token at once, on every server process. */
export async function signOut(db: Queryable, token: string): Promise<null> {
  await db.query(sql`
    UPDATE sessions SET revoked_at = now()
    WHERE token_hash = decode(${hashToken(token)}, 'hex') AND revoked_at IS NULL`)
  return null
}

/** Ends every session of an account but `except`; used by lock, reset and change of password. */
export async function endSessions(db: Queryable, userId: string, except?: string): Promise<void> {
  await db.query(sql`
    UPDATE sessions SET revoked_at = now() WHERE user_id = ${userId} AND revoked_at IS NULL
      AND (${except ?? null}::text IS NULL OR token_hash <> decode(${except ?? ''}, 'hex'))`)
}
