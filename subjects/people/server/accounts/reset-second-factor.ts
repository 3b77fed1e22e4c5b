/** POST users/{id}/reset-second-factor: for a lost device, by another administrator (D3-SEC-06). */
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { factorTexts, type resetFactor as call } from '#subjects/people/contract/calls/second-factor.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { endSessions } from '../session/sign-in.ts'
import { takeFactorAway } from '../session/second-factor.ts'
import { oneAtATime } from './authority.ts'
import { lockedAccount } from './queries.ts'

/** Removes the second factor and ends all sessions, as the device may be stolen; notifies the owner. */
export async function resetSecondFactor({ id }: ParsedOf<typeof call>, ctx: Ctx) {
  await oneAtATime(ctx)
  const account = await lockedAccount(id, ctx)
  if (account.id === ctx.actor.id) throw new AppError('FORBIDDEN', factorTexts.ownReset)
  if (!(await takeFactorAway(ctx.db, account.id))) throw new AppError('CONFLICT', factorTexts.none)
  await endSessions(ctx.db, account.id)
  await audit(ctx, { action: 'reset-factor', resource: 'users', resourceId: account.id })
  await ring({ to: account.username, kind: 'factorReset', about: {} }, ctx)
  ctx.publish('users')
  return withMsg(null, factorTexts.reset)
}
