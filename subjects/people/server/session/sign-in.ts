/** POST /api/v1/auth/login and logout. */
import type { FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { AppError, refuseFields } from '#kit/contract/error.ts'
import {
  credentialLength,
  givenPasswordHours,
  texts,
  type SignedIn,
} from '#platform/contract/calls/session.ts'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Api } from '#kit/server/handle.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import { settingValue } from '#platform/server/db/settings.ts'
import { accountFrom, accountJson, type Account, type AccountRow } from './account.ts'
import { codeFits, codeRefusal } from './sign-in-code.ts'
import { failuresFrom, forgiveFailure, noteFailure } from './failures.ts'
import { passwordFits, refuseWhenFull, type Stranger } from './password.ts'
import { addressOf, sentDevice, sourceOf, type Source } from './source.ts'
import { countedTry, endTry, type Counted } from './tries.ts'

/** Failures allowed per username, their period, and the length of a session (D1-Q-023, D1-Q-027). */
const limitKeys = ['signIn.tries', 'signIn.minutes', 'session.hours', 'signIn.secondFactor'] as const
/** An address may fail this many times the limit of one name, over all names: an office of 500 mistypes less than 200 times. */
const namesOfAddress = 20
/** The same for a device used by other accounts: a browser shared by a few colleagues. */
const namesOfDevice = 3

type Credentials = { username: string; password: string; code: string }

/** Checks shape and length of the credentials (D1-SESS-03 to 06, D1-Q-028). */
function readCredentials(body: unknown): Credentials {
  const { username, password, code = '' } = (body ?? {}) as Partial<Record<keyof Credentials, unknown>>
  const fields: Record<string, string> = {}
  if (typeof username !== 'string' || username.trim() === '') fields.username = 'Nhập tên đăng nhập'
  else if (username.length > credentialLength) fields.username = `Tối đa ${credentialLength} ký tự`
  if (typeof password !== 'string' || password === '') fields.password = 'Nhập mật khẩu'
  else if (password.length > credentialLength) fields.password = `Tối đa ${credentialLength} ký tự`
  if (typeof code !== 'string' || code.length > credentialLength) fields.code = texts.wrongCode
  refuseFields(fields)
  return {
    username: (username as string).trim().normalize('NFKC'),
    password: password as string,
    code: (code as string).trim(),
  }
}

type SignInTry = Counted & {
  id: string | null
  password_hash: string
  is_deleted: boolean
  given_expired: boolean
  has_factor: boolean
  limits: Record<string, unknown>
}

/**
 * Records a try and returns it with the account of the name (null columns when there is none) and the settings: one
 * statement, so that a sign-in needs no further round trip.
 */
async function askForTry(db: Queryable, username: string, source: Source, address: string) {
  const most = sql`coalesce((s.limits ->> 'signIn.tries')::int, ${defaultOf('signIn.tries')})`
  const { rows } = await db.query<SignInTry>(
    prepared(sql`
    SELECT count_try(n.name, ${source.key}, ${address}, ${most},
        CASE WHEN NOT ${source.familiar}::boolean THEN ${most} * ${namesOfAddress}::int END,
        ${source.borrowed}, ${most} * ${namesOfDevice}::int,
        coalesce((s.limits ->> 'signIn.minutes')::int, ${defaultOf('signIn.minutes')}))::text AS tried,
      s.limits, u.id, u.password_hash, u.is_deleted, f.secret IS NOT NULL AS has_factor,
      u.must_change_password
        AND coalesce(u.given_until, u.credentials_changed_at + make_interval(hours => ${givenPasswordHours})) < now()
        AS given_expired
    FROM (SELECT to_lower(${username}::text) AS name) n
      CROSS JOIN (SELECT coalesce(jsonb_object_agg(key, value), '{}') AS limits FROM settings
        WHERE key = ANY(${limitKeys as readonly string[]}::text[])) s
      LEFT JOIN users u ON to_lower(u.username) = n.name
      LEFT JOIN second_factors f ON f.user_id = u.id`),
  )
  const [account] = rows
  if (!account) throw new Error('a try was not answered')
  return account
}

/** The counted try of a name from a source; throws RATE_LIMITED when none is left. */
async function tryOf(db: Queryable, username: string, source: Source, address: string) {
  const tryKey = `${source.key} ${username.toLowerCase()}`
  const account = await countedTry(tryKey, () => askForTry(db, username, source, address))
  const limits = settingValue(account.limits, limitKeys)
  const minutes = limits['signIn.minutes']
  if (account.tried === null)
    throw new AppError('RATE_LIMITED', texts.tooMany(minutes), { retryAfter: minutes * 60 })
  return {
    ...account,
    hours: limits['session.hours'],
    asksForCode: account.has_factor && limits['signIn.secondFactor'] !== 'off',
    username,
    tries: limits['signIn.tries'],
    minutes,
  }
}

const keysOf = ({ key, borrowed }: Source): string[] => [key, ...(borrowed === null ? [] : [borrowed])]

/** Source of a sign-in from an unknown device; null for a known device. */
const strangerOf = (source: Source): Stranger | null =>
  source.familiar ? null : { from: source.key, failures: Math.min(...keysOf(source).map(failuresFrom)) }

/**
 * Opens the session, remembers the device, forgives its failed tries (not those still open) and returns the account, in one statement; null
 * when it was locked or its password or second factor changed meanwhile. Commits asynchronously: a power cut may lose a session of the last
 * moment, and its user signs in again. Ending a session always waits for the disk.
 */
async function openSession(
  db: Queryable,
  user: SignInTry,
  token: string,
  { hours, source, request }: { hours: number; source: Source; request: FastifyRequest },
): Promise<Account | null> {
  const { rows } = await db.query<{ account: AccountRow }>(
    prepared(sql`
    WITH session AS (
      INSERT INTO sessions (token_hash, user_id, expires_at, address, agent)
      SELECT decode(${hashToken(token)}, 'hex'), u.id, now() + make_interval(hours => ${hours}),
        ${request.ip}, ${request.headers['user-agent']?.slice(0, 300) ?? null}
      FROM users u
      WHERE u.id = ${user.id} AND u.password_hash = ${user.password_hash} AND NOT u.is_deleted
        AND ${user.has_factor} = EXISTS (SELECT FROM second_factors WHERE user_id = u.id AND secret IS NOT NULL)
        AND set_config('synchronous_commit', 'off', true) = 'off'
      RETURNING user_id
    ), forgiven AS (
      DELETE FROM login_failures USING session s, users o
      WHERE o.id = s.user_id AND login_failures.username = to_lower(o.username)
        AND login_failures.source = ANY(${keysOf(source)}::text[])
        AND (NOT login_failures.open OR login_failures.at = ${user.tried}::timestamptz)
    ), remembered AS (
      INSERT INTO devices (token_hash, user_id)
      SELECT decode(${hashToken(source.device)}, 'hex'), user_id FROM session
      ON CONFLICT (token_hash, user_id) DO UPDATE SET seen_at = now()
    )
    SELECT ${accountJson} AS account
    FROM session JOIN users u ON u.id = session.user_id JOIN roles r ON r.id = u.role_id`),
  )
  return rows[0] ? accountFrom(rows[0].account) : null
}

/** Checks the second factor if required, and opens the session; the password was checked before. */
async function enter(
  db: Queryable,
  user: SignInTry & { hours: number },
  fits: boolean,
  { source, request }: { source: Source; request: FastifyRequest },
): Promise<{ signedIn: SignedIn; device: string }> {
  if (!fits) throw new AppError('UNAUTHENTICATED', texts.wrongCredentials)
  if (user.is_deleted) throw new AppError('FORBIDDEN', texts.locked)
  if (user.given_expired) throw new AppError('FORBIDDEN', texts.givenExpired)
  const token = newToken()
  const account = await openSession(db, user, token, { hours: user.hours, source, request })
  if (!account) throw new AppError('UNAUTHENTICATED', texts.wrongCredentials)
  const signedIn = { access_token: token, expires_in: user.hours * 3600, ...account }
  return { signedIn, device: source.device }
}

/** Logs a sign-in or its refusal, without the typed name: people type passwords into that field. */
function logEntry({ log, ip: address }: FastifyRequest, { id: user }: SignInTry, error?: unknown): void {
  if (error === undefined) log.info({ user, address }, 'signed in')
  // A full queue is logged where the refusal is sent.
  else if (error instanceof AppError && error.code !== 'BUSY')
    log.info({ user, address, code: error.code }, 'sign-in refused')
}

/** Signs in: a new session whose token only the caller knows, and the device token to store. */
export async function signIn(
  { services, rates }: Pick<Api, 'services' | 'rates'>,
  body: unknown,
  request: FastifyRequest,
): Promise<{ signedIn: SignedIn; device: string }> {
  const { pool: db } = services
  const hasDevice = sentDevice(request, 'signIn') !== undefined
  if (!hasDevice) await rates.take('signIn', addressOf(request))
  const { username, password, code } = readCredentials(body)
  const source = await sourceOf(db, username, request)
  if (hasDevice) await rates.take('signIn', source.key)
  refuseWhenFull(strangerOf(source))
  const user = await tryOf(db, username, source, request.ip)
  let isChecked = false
  try {
    const fits = await passwordFits(user.password_hash ?? undefined, password, strangerOf(source))
    const needsCode = fits && user.asksForCode
    // Neither counted as a failure nor forgiving former ones: otherwise the password alone would allow unlimited tries.
    if (needsCode && code === '') throw codeRefusal(texts.codeWanted)
    isChecked = true
    const right = !needsCode || (await codeFits({ ...user, code, source, request }, services))
    keysOf(source).forEach(fits && right ? forgiveFailure : noteFailure)
    if (!right) throw codeRefusal(texts.wrongCode)
    const entered = await enter(db, user, fits, { source, request })
    logEntry(request, user)
    return entered
  } catch (error) {
    logEntry(request, user, error)
    await endTry(db, user, keysOf(source), isChecked)
    throw error
  }
}

/** Condition: live session `s` belongs to the same sign-in as another one; renewed tokens keep its time. */
export const sameSignIn = (other: Sql): Sql => sql`
  s.user_id = ${other}.user_id AND s.issued_at = ${other}.issued_at AND s.revoked_at IS NULL`

/** Runs a statement twice: a renewal that commits while the first run waits for its lock is visible only to the second one's snapshot. */
async function twice(db: Queryable, statement: Sql): Promise<number> {
  const first = await db.query(statement)
  return (first.rowCount ?? 0) + ((await db.query(statement)).rowCount ?? 0)
}

/** Ends the session of a token at once, in every server process, with the tokens it was renewed from and to. */
export async function signOut(db: Queryable, token: string): Promise<null> {
  await endSignIn(db, hashToken(token))
  return null
}

/** Ends all tokens of the sign-in that a token (by its hash) belongs to, restricted to `userId` if given; returns how many were live. */
export const endSignIn = (db: Queryable, hash: string, userId?: string): Promise<number> =>
  twice(
    db,
    sql`
    UPDATE sessions s SET revoked_at = now() FROM sessions own
    WHERE own.token_hash = decode(${hash}, 'hex') AND (${userId ?? null}::uuid IS NULL OR own.user_id = ${userId ?? null})
      AND ${sameSignIn(sql`own`)}`,
  )

/** Ends every session of an account except `except`; for lock, reset and password change. */
export async function endSessions(db: Queryable, userId: string, except?: string): Promise<void> {
  await twice(
    db,
    sql`
    UPDATE sessions SET revoked_at = now() WHERE user_id = ${userId} AND revoked_at IS NULL
      AND (${except ?? null}::text IS NULL OR token_hash <> decode(${except ?? ''}, 'hex'))`,
  )
}
