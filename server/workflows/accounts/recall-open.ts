/** Takes the number in the hands of a stopped account back, so that somebody else can call it (Inv 11). */
import sql from 'sql-template-tag'
import type { Account } from '../../../contract/workflows/accounts.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'

/**
 * Puts the open care of `account` back to its leader, else its branch, else the file. A pool number goes past those
 * without a quantity of its file, because nobody is handed numbers from them.
 */
export async function recallOpen(account: Account, ctx: Ctx): Promise<void> {
  // A claim that runs at this moment has the same lock: it either is over, or waits until the account is stopped.
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${account.id}, 7)),
    set_config('vas.movement', 'recall', true), set_config('vas.actor', ${ctx.actor.username}, true)`)
  const { rows } = await ctx.db.query<{ id: string; holder_id: string | null }>(sql`
    UPDATE customer c SET stage = 'left', claimed_at = NULL, appointment_at = NULL, version = c.version + 1,
      holder_id = above.id, status = CASE WHEN above.id IS NULL THEN 'NORMAL' ELSE 'ASSIGNED' END
    FROM data_files f LEFT JOIN LATERAL (
      SELECT l.id FROM (VALUES (1, ${account.group_id}::uuid), (2, ${account.brand_id}::uuid)) AS l(level, id)
      WHERE l.id IS NOT NULL AND (f.kind = 'list'
        OR EXISTS (SELECT FROM data_quotas q WHERE q.file_id = f.id AND q.user_id = l.id))
      ORDER BY l.level LIMIT 1) above ON true
    WHERE f.id = c.file_id AND c.holder_id = ${account.id} AND c.stage = 'open'
    RETURNING c.id, c.holder_id`)
  for (const { id, holder_id } of rows) {
    await audit(ctx, {
      action: 'recall',
      resource: 'customer',
      resourceId: id,
      before: { holder_id: account.id, stage: 'open' },
      after: { holder_id, stage: 'left' },
    })
  }
  if (rows.length > 0)
    ctx.publish(
      'customer',
      rows.map(({ id }) => id),
    )
}
