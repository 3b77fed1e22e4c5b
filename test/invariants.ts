/** The invariants of the product, where the tests look for them. */
import * as product from '#platform/server/db/invariants.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { trailWithoutHands } from './by-hand.ts'

export { invariants } from '#platform/server/db/invariants.ts'

/** The invariants that do not hold, as the product finds them; of the trail, for rows that no test has changed by hand. */
export const brokenInvariants = async (db: Queryable): Promise<Record<string, number>> =>
  product.brokenInvariants(db, { ...product.invariants, ...(await trailWithoutHands(db)) })

/** Throws when one does not hold: for the end of a file, after whatever its tests did. */
export async function requireInvariants(db: Queryable): Promise<void> {
  const broken = Object.keys(await brokenInvariants(db))
  if (broken.length > 0) throw new Error(broken.join('; '))
}
