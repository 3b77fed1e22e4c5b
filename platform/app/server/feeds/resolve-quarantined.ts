/** Decisions about quarantined rows: retry or dismiss. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { feedTexts, type FeedName } from '#platform/contract/calls/feeds.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import type { Ingester } from '#platform/server/feeds/quarantine.ts'
import { transferRows } from '#subjects/money/server/bank/transfer-feed.ts'
import { resultRows } from '#subjects/registrations/server/results/result-feed.ts'

/** How quarantined rows of each feed are stored on retry. */
const ingesters: Readonly<Record<FeedName, Ingester>> = {
  bank: transferRows,
  'registration-results': resultRows,
}

type Open = { id: string; feed: FeedName; row: string }

/** Locks the rows in id order; CONFLICT if one was decided already or does not exist. */
async function lockOpen(ids: readonly string[], ctx: Ctx): Promise<Open[]> {
  const uniqueIds = [...new Set(ids.map((id) => requireId(id).toLowerCase()))]
  const { rows } = await ctx.db.query<Open>(sql`
    SELECT id, feed, row FROM feed_rejects WHERE id = ANY(${uniqueIds}::uuid[]) AND settled_at IS NULL
    ORDER BY id FOR UPDATE`)
  if (rows.length < uniqueIds.length) throw new AppError('CONFLICT', feedTexts.settled)
  return rows
}

/** Audits the rows as received, since they are deleted some time later. */
async function settle(ids: readonly string[], action: 'retry' | 'dismiss', ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    WITH changed AS (
      UPDATE feed_rejects SET settled_at = now(), settled_by = ${ctx.actor.username} WHERE id = ANY(${ids}::uuid[])
      RETURNING id, jsonb_build_object('feed', feed, 'reason', reason, 'row', row) AS before,
        jsonb_build_object('settled_by', settled_by) AS after
    ), audited AS (${auditRows(ctx, action, 'feeds')})
    SELECT id FROM changed`)
  ctx.publish('feeds')
}

/** Retries rows one by one; one that still fails stays quarantined, with the new reason. */
export async function retry({ ids }: { ids: string[] }, ctx: Ctx): Promise<{ stored: number; left: number }> {
  let stored = 0
  const open = await lockOpen(ids, ctx)
  for (const { id, feed, row } of open) {
    const { rejected } = await ingesters[feed].tryIngest([JSON.parse(row)], ctx)
    const [refused] = rejected
    if (refused) {
      await ctx.db.query(sql`UPDATE feed_rejects SET reason = ${refused.reason} WHERE id = ${id}`)
      continue
    }
    stored += 1
    await settle([id], 'retry', ctx)
  }
  ctx.publish('feeds')
  return { stored, left: open.length - stored }
}

export async function dismiss({ ids }: { ids: string[] }, ctx: Ctx): Promise<{ dismissed: number }> {
  const open = await lockOpen(ids, ctx)
  await settle(
    open.map(({ id }) => id),
    'dismiss',
    ctx,
  )
  return { dismissed: open.length }
}
