/** What happened to a database as a whole, and when. */
import sql from 'sql-template-tag'
import type { Queryable } from './pool.ts'

/** `demo`: the demo made it; `backup-verified`: a backup of it was proven. */
export type Mark = 'demo' | 'backup-verified'

/** Notes that it happened now. */
export async function setMark(db: Queryable, mark: Mark): Promise<void> {
  await db.query(sql`
    INSERT INTO operator_marks (name) VALUES (${mark}) ON CONFLICT (name) DO UPDATE SET at = now()`)
}

/** When it happened last; null when never. */
export async function readMark(db: Queryable, mark: Mark): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(sql`SELECT at FROM operator_marks WHERE name = ${mark}`)
  return rows[0]?.at ?? null
}
