/** What a look-up screen must know before it asks: how long to wait, and what is left of the hour (D1-Q-093). */
import { can } from '../../../contract/abilities.ts'
import { lookupInfo, type LookupLimits } from '../../../contract/workflows/lookup.ts'
import type { LookupCtx } from './context.ts'
import { readDetailLimits, usesLeft } from './detail-quota.ts'

/** The limits in force for the caller; no detail for those who may not look it up (D1-Q-094). */
export async function readLimits({ actor, db, services }: LookupCtx): Promise<LookupLimits> {
  const { waitMs } = services.lookup
  if (lookupInfo.may !== 'public' && !can(actor, lookupInfo.may)) return { waitMs, detail: null }
  const limits = await readDetailLimits(db)
  return { waitMs, detail: { ...limits, ...(await usesLeft(actor.id, limits, db)) } }
}
