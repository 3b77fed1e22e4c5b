/** Number of people of a branch, shared by report and dashboard (D2-REVF-41, D3-ONE-07). */
import sql, { type Sql } from 'sql-template-tag'

/** Place of each account active at an instant: `id`, `brand_id`, `priority`. */
export const placedAt = (end: Sql): Sql => sql`
  SELECT u.id, p.brand_id, p.priority FROM users u
  CROSS JOIN LATERAL (
    SELECT * FROM user_places WHERE user_id = u.id AND since < ${end} ORDER BY since DESC LIMIT 1) p
  WHERE p.works AND u."createdAt" < ${end}`

/** `brand_id` and number `n` of its people, without the branch account, from a `placedAt` table. */
export const staffOf = (placed: Sql): Sql =>
  sql`SELECT brand_id, count(*)::int AS n FROM ${placed} placed WHERE id <> brand_id GROUP BY 1`
