/** The invariants of the product, where the tests look for them. */
import { brokenInvariants } from '../server/db/invariants.ts'
import type { Queryable } from '../server/db/pool.ts'

export { brokenInvariants, invariants } from '../server/db/invariants.ts'

/** Throws when one does not hold: for the end of a file, after whatever its tests did. */
export async function requireInvariants(db: Queryable): Promise<void> {
  const broken = Object.keys(await brokenInvariants(db))
  if (broken.length > 0) throw new Error(broken.join('; '))
}
