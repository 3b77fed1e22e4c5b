/** Who has seen a phone: who opened its page, and to whom its number was shown in full. */
import sql from 'sql-template-tag'
import { phonePage } from '../../../contract/channels.ts'
import type { Viewer } from '../../../contract/workflows/customer-360.ts'
import type { Ctx } from '../../kit/context.ts'

const most = 50

/** The people with how often and when last, the latest first. */
export async function viewers(phone: string, { db }: Ctx): Promise<Viewer[]> {
  const { rows } = await db.query<Viewer>(sql`
    SELECT u.username, u.fullname, count(*)::int AS times, max(s.at) AS last FROM (
      SELECT actor_id AS user_id, at FROM audit_log WHERE resource = ${phonePage} AND resource_id = ${phone}
      UNION ALL
      SELECT d.user_id, d.at FROM customer c, LATERAL (
        SELECT user_id, at FROM disclosed WHERE customer_id = c.id OFFSET 0) d WHERE c.phone = ${phone}
    ) s JOIN users u ON u.id = s.user_id
    GROUP BY u.id ORDER BY last DESC, u.username LIMIT ${most}`)
  return rows
}
