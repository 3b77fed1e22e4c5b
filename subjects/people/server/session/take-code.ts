/** Verifies codes of the second factor: time codes and recovery codes, each valid once (D3-SEC-06). */
import sql from 'sql-template-tag'
import type { BellKind } from '#platform/contract/bell.ts'
import { AppError } from '#kit/contract/error.ts'
import { texts } from '#platform/contract/calls/confirm-session.ts'
import { factorTexts } from '#subjects/people/contract/calls/second-factor.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { factorField } from '#platform/server/running/secrets.ts'
import { secretsOf } from '#subjects/settings/server/index.ts'
import { spendCode } from './recovery-codes.ts'
import { tryInSession } from './session-tries.ts'
import { isTimeCode, stepOf } from './time-code.ts'

/** Time step of a code by the database's clock, which all processes share; null when it is not valid now. */
export async function currentStep(secret: string, code: string, db: Queryable): Promise<number | null> {
  const { 'signIn.codeGrace': grace } = await readSettings(db, ['signIn.codeGrace'])
  const { rows } = await db.query<{ ms: string }>(
    sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`,
  )
  return stepOf(secret, code, Number(rows[0]?.ms), grace === 1)
}

/** Verifies and uses up a time code; false when it is wrong, expired or already used, also by a concurrent process. */
export async function takeTimeCode(
  { pool: db, secrets }: Pick<Ctx['services'], 'pool' | 'secrets'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await db.query<{ secret: string }>(
    sql`SELECT secret FROM second_factors WHERE user_id = ${userId} AND secret IS NOT NULL`,
  )
  const sealed = rows[0]?.secret
  if (sealed === undefined) return false
  const secret = secretsOf({ ...(secrets && { secrets }) }).open(factorField(userId), sealed)
  const step = await currentStep(secret, code, db)
  if (step === null) return false
  const { rowCount } = await db.query(sql`
    UPDATE second_factors SET last_step = ${step} WHERE user_id = ${userId} AND secret = ${sealed} AND last_step < ${step}`)
  return Boolean(rowCount)
}

/** Uses up a recovery code of the account of `ctx`; audited and notified to the owner. */
export async function takeRecoveryCode(code: string, ctx: Ctx): Promise<boolean> {
  const { id, username } = ctx.actor
  if (!(await spendCode(ctx.db, id, code))) return false
  await audit(ctx, { action: 'recovery-code', resource: 'users', resourceId: id })
  await ctx.db.query(sql`
    SELECT ring_bell(${username}, ${'recoveryCode' satisfies BellKind}, jsonb_build_object('numbers', (
      SELECT count(*) FROM recovery_codes WHERE user_id = ${id} AND used_at IS NULL)), p_actor => NULL, p_act => NULL)`)
  return true
}

/**
 * Requires a code of the caller's second factor before removing or replacing it: the password, which confirms a session, must not suffice.
 * VALIDATION for a wrong code; tries are counted. No-op without a second factor.
 */
export async function requireOwnCode(sent: string | undefined, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM second_factors WHERE user_id = ${ctx.actor.id} AND secret IS NOT NULL`,
  )
  if (!rowCount) return
  const code = (sent ?? '').replace(/\s/g, '')
  const refusal = (msg: string) => new AppError('VALIDATION', msg, { fields: { code: msg } })
  if (code === '') throw refusal(factorTexts.ownCode)
  const fits = await tryInSession(ctx, texts.tooMany, () =>
    isTimeCode(code) ? takeTimeCode(ctx.services, ctx.actor.id, code) : takeRecoveryCode(code, ctx),
  )
  if (!fits) throw refusal(texts.wrongCode)
}
