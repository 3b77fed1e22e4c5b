/** At most two concurrent exports per person (threats F8); a slot is a database lock, freed automatically. */
import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { channelOf, type Changed } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { bodyOf } from './answer.ts'
import type { Query } from './list.ts'
import { longReader } from './long-read.ts'
import { audit } from './audit.ts'
import type { Ctx } from './context.ts'

/**
 * Takes one of the actor's two slots, shared by all server processes on the same database server, until the transaction
 * of `client` or its connection ends. Throws RATE_LIMITED if both are taken.
 */
export async function takeSlot(client: PoolClient, { actor }: Ctx): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(sql`
    SELECT CASE WHEN pg_try_advisory_xact_lock(hashtextextended(${`export 1 ${actor.id}`}, 0)) THEN true
      ELSE pg_try_advisory_xact_lock(hashtextextended(${`export 2 ${actor.id}`}, 0)) END AS taken`)
  if (!rows[0]?.taken) throw new AppError('RATE_LIMITED', refusals.tooManyExports, { retryAfter: 10 })
}

/** Runs a list without paging in a slot, from one snapshot, and logs it with the digest of its answer (D1-Q-155, D3-RULE-04). */
export async function unpaged<T>(
  source: { resource: Changed; query: Query },
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const client = await longReader(ctx)
  let broken: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await takeSlot(client, ctx)
    const answer = await work({ ...ctx, db: client })
    const body = bodyOf(answer)
    const { data } = JSON.parse(body) as { data: { count?: number; values?: unknown[] } | unknown[] | null }
    const rows = Array.isArray(data) ? data.length : (data?.values?.length ?? data?.count ?? 0)
    await audit(ctx, {
      action: 'export',
      resource: source.resource,
      resourceId: channelOf(source.resource),
      after: { rows, filter: source.query, sha256: createHash('sha256').update(body).digest('hex') },
    })
    return answer
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error
    })
    client.release(broken)
  }
}
