/** What a look-up needs to know, whether it came over HTTP or the live channel. */
import type { Ctx } from '#kit/server/context.ts'

/** `db` must be a pool: no transaction stays open while the carrier thinks. */
export type LookupCtx = Pick<Ctx, 'db' | 'actor' | 'services'>
