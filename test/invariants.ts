/** The invariants of the product, for tests. */
import * as product from '#platform/server/db/invariants.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { trailWithoutHands } from './by-hand.ts'

export { invariants } from '#platform/server/db/invariants.ts'

/** Violated invariants; those of the audit log ignore rows that a test changed directly. */
export const brokenInvariants = async (db: Queryable): Promise<Record<string, number>> =>
  product.brokenInvariants(db, { ...product.invariants, ...(await trailWithoutHands(db)) })

/** Throws if one is violated: for the end of a test file. */
export async function requireInvariants(db: Queryable): Promise<void> {
  const broken = Object.keys(await brokenInvariants(db))
  if (broken.length > 0) throw new Error(broken.join('; '))
}
