/** POST /api/v1/session/confirm: the password again, before calls that answer REAUTH (D3-SEC-07). */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { confirmedMinutes, texts, type confirmSession } from '../../../contract/workflows/confirm-session.ts'
import { credentialLength } from '../../../contract/workflows/session.ts'
import { messages } from '../../../contract/messages.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { hashToken, newToken } from '../../kit/sessions.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { passwordFits } from './password.ts'
import { takeTimeCode } from './second-factor.ts'
import { sessionOf, tryInSession } from './session-tries.ts'

type Sent = ParsedOf<typeof confirmSession>

const wrong = (field: keyof Sent, msg: string): AppError =>
  new AppError('VALIDATION', msg, { fields: { [field]: msg } })

/** Whether the password, or else the time code, is the account's; counted as tries of the session. */
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

const secondsUntil = (at: Date): number => Math.floor((at.getTime() - Date.now()) / 1000)

/** What was begun with the former token of a renewed session may take so long, in seconds. */
export const underWaySeconds = 60

/** Until when and as what a session of user `u` is confirmed. */
const confirmation = sql`now() + make_interval(mins => ${confirmedMinutes}), account_print(u.id)`

/** Confirms the session where its account `u` still has the password that was checked. */
const keepToken = (own: Sql): Sql => sql`
  UPDATE sessions s SET (confirmed_until, confirmed_as) = ROW(${confirmation})
  FROM users u WHERE ${own}
  RETURNING s.expires_at`

/** The same under a new token. The former is confirmed no more and ends soon; it is renewed once. */
const renewToken = (own: Sql, token: string): Sql => sql`
  WITH former AS (
    UPDATE sessions s SET expires_at = now() + make_interval(secs => ${underWaySeconds}),
      confirmed_until = NULL, confirmed_as = NULL
    FROM users u WHERE ${own} AND s.expires_at > now() + make_interval(secs => ${underWaySeconds})
    RETURNING s.user_id, s.issued_at, s.address, s.agent, old.expires_at
  )
  INSERT INTO sessions (token_hash, user_id, issued_at, expires_at, address, agent, confirmed_until, confirmed_as)
  SELECT decode(${hashToken(token)}, 'hex'), u.id, f.issued_at, f.expires_at, f.address, f.agent, ${confirmation}
  FROM former f JOIN users u ON u.id = f.user_id
  RETURNING expires_at`

/**
 * Confirms the session, with `renew` under a new token (ASVS 7.2.4); its end, or another password meanwhile, leaves it
 * unconfirmed.
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
    const own = sql`s.token_hash = decode(${sessionOf(ctx)}, 'hex') AND s.revoked_at IS NULL AND u.id = s.user_id
      AND u.password_hash = ${hash}`
    const { rows: confirmed } = await within.db.query<{ expires_at: Date }>(
      token === null ? keepToken(own) : renewToken(own, token),
    )
    if (!confirmed[0]) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
    await audit(within, { action: 'confirm', resource: 'sessions', resourceId: ctx.actor.id })
    return confirmed[0].expires_at
  })
  return {
    expires_in: confirmedMinutes * 60,
    ...(token !== null && { renewed: { access_token: token, expires_in: secondsUntil(until) } }),
  }
}
