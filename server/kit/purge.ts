/** Deletes rows that nobody needs any more, in steps: one statement over a busy week would run into its time limit. */
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'
import { ident } from './kinds.ts'

/** Few enough that each statement ends long before its time limit. */
const batch = 10_000

/** Deletes the rows of `table` for which `old` holds, step by step; answers how many went. */
export async function purge(db: Queryable, table: string, old: Sql): Promise<number> {
  for (let gone = 0; ;) {
    const { rowCount } = await db.query(sql`
      DELETE FROM ${ident(table)}
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${ident(table)} WHERE ${old} LIMIT ${batch}))`)
    gone += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return gone
  }
}
