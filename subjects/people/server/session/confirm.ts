/** POST /api/v1/session/confirm: the password again, before calls that answer REAUTH (D3-SEC-07). */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { confirmedMinutes, texts, type confirmSession } from '#platform/contract/calls/confirm-session.ts'
import { credentialLength } from '#platform/contract/calls/session.ts'
import { messages } from '#platform/contract/messages.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { passwordFits } from './password.ts'
import { takeTimeCode } from './take-code.ts'
import { sessionOf, tryInSession } from './session-tries.ts'
import { sameSignIn } from './sign-in.ts'

type Sent = ParsedOf<typeof confirmSession>

const wrong = (field: keyof Sent, msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** Whether the password or the time code is right; counts as a try of the session. */
async function fits(
  { password = '', code = '' }: Sent,
  hash: string | undefined,
  ctx: Ctx,
): Promise<boolean> {
  return tryInSession(ctx, texts.tooMany, () =>
    password === ''
      ? takeTimeCode(ctx.services, ctx.actor.id, code.replace(/\s/g, ''))
      : passwordFits(hash, password.slice(0, credentialLength)),
  )
}

const secondsUntil = (instant: Date): number => Math.floor((instant.getTime() - Date.now()) / 1000)

/** Grace period of the former token after a renewal, for requests already started, in seconds. */
export const underWaySeconds = 60

/** Confirms the session; returns no row when it has ended. */
const keepToken = (hash: string): Sql => sql`
  UPDATE sessions SET confirmed_until = now() + make_interval(mins => ${confirmedMinutes}),
    confirmed_as = account_print(user_id)
  WHERE token_hash = decode(${hash}, 'hex') AND revoked_at IS NULL AND expires_at > now()
  RETURNING expires_at`

/**
 * The same with a new token. The former one loses its confirmation and ends soon; when the answer was lost and the renewal is repeated, the
 * unused token ends. All tokens of one sign-in share its time.
 */
const renewToken = (hash: string, token: string): Sql => sql`
  WITH former AS (
    UPDATE sessions SET expires_at = least(expires_at, now() + make_interval(secs => ${underWaySeconds})),
      confirmed_until = NULL, confirmed_as = NULL
    WHERE token_hash = decode(${hash}, 'hex') AND revoked_at IS NULL AND expires_at > now()
    RETURNING token_hash, user_id, issued_at, address, agent, old.expires_at AS until
  ), lost AS (
    UPDATE sessions s SET revoked_at = now() FROM former f
    WHERE ${sameSignIn(sql`f`)} AND s.token_hash <> f.token_hash
    RETURNING s.expires_at AS until
  )
  INSERT INTO sessions (token_hash, user_id, issued_at, expires_at, address, agent, confirmed_until, confirmed_as)
  SELECT decode(${hashToken(token)}, 'hex'), user_id, issued_at, greatest(until, (SELECT max(until) FROM lost)), address,
    agent, now() + make_interval(mins => ${confirmedMinutes}), account_print(user_id)
  FROM former
  RETURNING expires_at`

/**
 * Confirms the session, with `renew` under a new token (ASVS 7.2.4); has no effect when the session ended or the password changed
 * meanwhile.
 */
export async function confirm(sent: Sent, ctx: Ctx): Promise<AnswerOf<typeof confirmSession>> {
  const { password = '', code = '' } = sent
  if (password === '' && code === '') throw wrong('password', texts.missing)
  const { rows } = await ctx.db.query<{ hash: string }>(
    sql`SELECT password_hash AS hash FROM users WHERE id = ${ctx.actor.id}`,
  )
  const hash = rows[0]?.hash
  if (!(await fits(sent, hash, ctx)))
    throw password === '' ? wrong('code', texts.wrongCode) : wrong('password', texts.wrongPassword)
  const token = sent.renew === true ? newToken() : null
  const until = await inTransaction(ctx.services, ctx, async (within) => {
    // Renewals of one account are serialised: each sees the token of the one before.
    await within.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`renew ${ctx.actor.id}`}, 0))`)
    const account = await within.db.query(
      sql`SELECT FROM users WHERE id = ${ctx.actor.id} AND password_hash = ${hash}`,
    )
    const session = sessionOf(ctx)
    const { rows: confirmed } = await within.db.query<{ expires_at: Date }>(
      token === null ? keepToken(session) : renewToken(session, token),
    )
    if (account.rowCount === 0 || !confirmed[0]) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
    await audit(within, { action: 'confirm', resource: 'sessions', resourceId: ctx.actor.id })
    return confirmed[0].expires_at
  })
  return {
    expires_in: confirmedMinutes * 60,
    ...(token !== null && { renewed: { access_token: token, expires_in: secondsUntil(until) } }),
  }
}
