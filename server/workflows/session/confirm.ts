/** POST /api/v1/session/confirm: the password again, before calls that answer REAUTH (D3-SEC-07). */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { confirmedMinutes, texts, type confirmSession } from '../../../contract/workflows/confirm-session.ts'
import { credentialLength } from '../../../contract/workflows/session.ts'
import { messages } from '../../../contract/messages.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
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

/** Confirms the session; its end, or another password meanwhile, leaves it unconfirmed. */
export async function confirm(sent: Sent, ctx: Ctx): Promise<AnswerOf<typeof confirmSession>> {
  const { password = '', code = '' } = sent
  if (password === '' && code === '') throw wrong('password', texts.missing)
  const { rows } = await ctx.db.query<{ hash: string }>(
    sql`SELECT password_hash AS hash FROM users WHERE id = ${ctx.actor.id}`,
  )
  const hash = rows[0]?.hash
  if (!(await fits(sent, hash, ctx)))
    throw password === '' ? wrong('code', texts.wrongCode) : wrong('password', texts.wrongPassword)
  await inTransaction(ctx.services, ctx, async (within) => {
    const { rowCount } = await within.db.query(sql`
      UPDATE sessions s SET confirmed_until = now() + make_interval(mins => ${confirmedMinutes}),
        confirmed_as = account_print(u.id)
      FROM users u
      WHERE s.token_hash = decode(${sessionOf(ctx)}, 'hex') AND s.revoked_at IS NULL AND u.id = s.user_id
        AND u.password_hash = ${hash}`)
    if (!rowCount) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
    await audit(within, { action: 'confirm', resource: 'sessions', resourceId: ctx.actor.id })
  })
  return { expires_in: confirmedMinutes * 60 }
}
