/** Events of a database as a whole, with their time. */
import sql from 'sql-template-tag'
import type { Queryable } from './pool.ts'

/** `demo`: created by the demo; `backup-verified`: a backup of it was verified; `trail-broken`: the last check of its audit log found a change. */
export type Mark = 'demo' | 'backup-verified' | 'trail-broken'

/** Records the event with the current time. */
export async function setMark(db: Queryable, mark: Mark): Promise<void> {
  await db.query(sql`
    INSERT INTO operator_marks (name) VALUES (${mark}) ON CONFLICT (name) DO UPDATE SET at = now()`)
}

/** Removes the recorded event. */
export async function clearMark(db: Queryable, mark: Mark): Promise<void> {
  await db.query(sql`DELETE FROM operator_marks WHERE name = ${mark}`)
}

/** Time of the last such event; null for none. */
export async function readMark(db: Queryable, mark: Mark): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date }>(sql`SELECT at FROM operator_marks WHERE name = ${mark}`)
  return rows[0]?.at ?? null
}
