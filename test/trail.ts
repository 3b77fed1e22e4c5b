/** Audit entries of a row, in order. */
import sql from 'sql-template-tag'
import type { Pool } from '#platform/server/db/pool.ts'

/** 'quanly approve' for each entry about the row `id` of `resource`. */
export async function trailOf(pool: Pool, resource: string, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ done: string }>(sql`
    SELECT username || ' ' || action AS done FROM audit_log
    WHERE resource = ${resource} AND resource_id = ${id} ORDER BY id`)
  return rows.map(({ done }) => done)
}
