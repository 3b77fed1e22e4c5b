/** Limits displayed before a look-up: remaining uses of the hour (D1-Q-093). */
import { can } from '#platform/contract/abilities.ts'
import { lookupInfo, type LookupLimits } from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { readDetailLimits, usesLeft } from './detail-quota.ts'

/** The caller's current limits; `detail` is missing for callers without that look-up (D1-Q-094). */
export async function readLimits({ actor, db }: LookupCtx): Promise<LookupLimits> {
  if (lookupInfo.may !== 'public' && !can(actor, lookupInfo.may)) return { detail: null }
  const limits = await readDetailLimits(db)
  return { detail: { ...limits, ...(await usesLeft(actor.id, limits, db)) } }
}
