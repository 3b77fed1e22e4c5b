/** Context of a look-up, over HTTP or the live channel. */
import type { Ctx } from '#kit/server/context.ts'

/** `db` must be a pool: no transaction stays open while the carrier answers. */
export type LookupCtx = Pick<Ctx, 'db' | 'actor' | 'services'>
