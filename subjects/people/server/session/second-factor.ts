/** The second factor of an account: set-up, verification of codes, removal (D3-SEC-06). */
import sql from 'sql-template-tag'
import type { BellKind } from '#platform/contract/bell.ts'
import { factorRule } from '#subjects/people/contract/factor-rules.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import {
  factorTexts,
  setUpMinutes,
  type FactorDraft,
  type FactorState,
  type beginFactor as beginCall,
  type finishFactor as finishCall,
  type removeFactor as removeCall,
} from '#subjects/people/contract/calls/second-factor.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockSecrets, secretsOf } from '#subjects/settings/server/index.ts'
import { factorField, type Secrets } from '#platform/server/running/secrets.ts'
import { newCodes, storeCodes } from './recovery-codes.ts'
import { currentStep, requireOwnCode } from './take-code.ts'
import { addressOf, newSecret } from './time-code.ts'

type Draft = { secret: string; recovery: string[] }

/** GET: the caller's own state. */
export async function readFactor({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<FactorState> {
  const { 'signIn.secondFactor': rule } = await readSettings(db, ['signIn.secondFactor'])
  const { rows } = await db.query<{ keeper: boolean; since: Date | null; codes_left: number }>(sql`
    SELECT factor_is_for(${actor.id}) AS keeper,
      (SELECT since FROM second_factors WHERE user_id = ${actor.id}) AS since,
      (SELECT count(*) FROM recovery_codes WHERE user_id = ${actor.id} AND used_at IS NULL) AS codes_left`)
  const row = rows[0]
  if (!row) throw new Error('a state was not answered')
  return {
    ...factorRule(rule, row.keeper),
    since: row.since?.toISOString() ?? null,
    codes_left: row.codes_left,
  }
}

/** POST: starts a set-up with a new secret and recovery codes, stored sealed until it is finished; replaces an unfinished one. */
export async function beginFactor({ code }: ParsedOf<typeof beginCall>, ctx: Ctx): Promise<null> {
  const { offered } = await readFactor(ctx)
  if (!offered) throw new AppError('FORBIDDEN', factorTexts.notOffered)
  await requireOwnCode(code, ctx)
  const { seal } = await lockSecrets(ctx)
  const draft: Draft = { secret: newSecret(), recovery: newCodes() }
  await ctx.db.query(sql`
    INSERT INTO second_factors (user_id, next, next_at)
    VALUES (${ctx.actor.id}, ${seal(factorField(ctx.actor.id), JSON.stringify(draft))}, now())
    ON CONFLICT (user_id) DO UPDATE SET next = excluded.next, next_at = excluded.next_at`)
  return null
}

/** The unfinished set-up, locked; NOT_FOUND without one. */
async function draftOf({ open }: Secrets, { db, actor }: Ctx, lock = sql``): Promise<Draft> {
  const { rows } = await db.query<{ next: string }>(sql`
    SELECT next FROM second_factors
    WHERE user_id = ${actor.id} AND next_at > now() - make_interval(mins => ${setUpMinutes}) ${lock}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', factorTexts.noDraft)
  return JSON.parse(open(factorField(actor.id), rows[0].next)) as Draft
}

/** GET new: secret and codes of the unfinished set-up. */
export async function showDraft(ctx: Ctx): Promise<FactorDraft> {
  const { secret, recovery } = await draftOf(secretsOf(ctx.services), ctx)
  const { 'app.title': issuer } = await readSettings(ctx.db, ['app.title'])
  return { secret, recovery, address: addressOf(secret, { issuer, label: ctx.actor.username }) }
}

/** Notifies the owner, also of changes in the own session, which may be stolen. */
const tellOwner = (change: 'off' | 'device', { db, actor }: Ctx) =>
  db.query(sql`
    SELECT ring_bell(${actor.username}, ${'factorChanged' satisfies BellKind}, ${JSON.stringify({ why: change })}::jsonb, p_actor => NULL, p_act => NULL)`)

/** PUT: activates the set-up, replacing a former device, when the code is one of the new device. */
export async function finishFactor({ code }: ParsedOf<typeof finishCall>, ctx: Ctx) {
  const secrets = await lockSecrets(ctx)
  const { secret, recovery } = await draftOf(secrets, ctx, sql`FOR NO KEY UPDATE`)
  const step = await currentStep(secret, code.replace(/\s/g, ''), ctx.db)
  if (step === null)
    throw new AppError('VALIDATION', factorTexts.wrongCode, { fields: { code: factorTexts.wrongCode } })
  await ctx.db.query(sql`
    UPDATE second_factors SET secret = ${secrets.seal(factorField(ctx.actor.id), secret)}, since = now(),
      last_step = ${step}, next = NULL, next_at = NULL
    WHERE user_id = ${ctx.actor.id}`)
  await storeCodes(ctx.db, ctx.actor.id, recovery)
  await audit(ctx, { action: 'factor', resource: 'users', resourceId: ctx.actor.id })
  await tellOwner('device', ctx)
  ctx.publish('users')
  return withMsg(await readFactor(ctx), factorTexts.finished)
}

/** Removes the second factor of an account; returns whether it had one. */
export async function takeFactorAway(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ secret: string | null }>(
    sql`DELETE FROM second_factors WHERE user_id = ${userId} RETURNING secret`,
  )
  return typeof rows[0]?.secret === 'string'
}

/** POST off: removes the caller's own, with one of its codes. */
export async function removeFactor({ code }: ParsedOf<typeof removeCall>, ctx: Ctx) {
  if ((await readFactor(ctx)).required) throw new AppError('CONFLICT', factorTexts.required)
  await requireOwnCode(code, ctx)
  if (await takeFactorAway(ctx.db, ctx.actor.id)) {
    await audit(ctx, { action: 'factor-off', resource: 'users', resourceId: ctx.actor.id })
    await tellOwner('off', ctx)
  }
  ctx.publish('users')
  return withMsg(await readFactor(ctx), factorTexts.removed)
}
