/** 'Ai đã thấy số này' (D3-RULE-04): hand-outs, look-ups and page views of a phone, by person and kind. */
import sql from 'sql-template-tag'
import { phonePage } from '#platform/contract/channels.ts'
import type { Viewer } from '#subjects/overview/contract/calls/customer-360.ts'
import type { Ctx } from '#kit/server/context.ts'

const most = 50

/** Each person and kind with count and last time, latest first. */
export async function viewers(phone: string, { db }: Ctx): Promise<Viewer[]> {
  const { rows } = await db.query<Viewer>(sql`
    SELECT u.username, u.fullname, s.act, count(*)::int AS times, max(s.at) AS last FROM (
      SELECT actor_id AS user_id, CASE action WHEN 'show-phone' THEN 'moi' ELSE 'mo' END AS act, at
      FROM audit_log WHERE resource = ${phonePage} AND resource_id = ${phone}
      UNION ALL
      SELECT d.user_id, d.act, d.at FROM customer c, LATERAL (
        SELECT user_id, act, at FROM disclosed WHERE customer_id = c.id OFFSET 0) d WHERE c.phone = ${phone}
      UNION ALL
      SELECT w.id, 'tra_cuu', l."createdAt" FROM lstracuu l JOIN users w ON w.username = l.username
      WHERE l.so_dien_thoai = ${phone} AND l.nguon = 'tra_cuu'
    ) s JOIN users u ON u.id = s.user_id
    GROUP BY u.id, s.act ORDER BY last DESC, u.username LIMIT ${most}`)
  return rows
}
