/** Deletes expired rows in batches, as one statement for a busy week would exceed the time limit. */
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import { ident } from '#kit/server/kinds.ts'

/** Small enough that each statement ends well within its time limit. */
const batch = 10_000

/** Deletes the rows of `table` that match `old`, in batches; returns how many. */
export async function purge(db: Queryable, table: string, old: Sql): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await db.query(sql`
      DELETE FROM ${ident(table)}
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${ident(table)} WHERE ${old} LIMIT ${batch}))`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return deleted
  }
}
