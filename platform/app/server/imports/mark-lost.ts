/** Records which stored days of its people a file does not contain, before it is saved (D3-FILE-09). */
import sql from 'sql-template-tag'
import type { LostDays } from '#platform/contract/calls/imports.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'
import type { Options } from './targets.ts'

type Losing = { losing?: (rows: readonly Values[], options: Options, db: Queryable) => Promise<LostDays[]> }

/** Does nothing for targets whose rows only replace rows with the same key. */
export async function markLost(
  db: Queryable,
  id: string,
  { target: { losing }, options }: { target: Losing; options: Options },
): Promise<void> {
  if (!losing) return
  const { rows } = await db.query<{ values: Values }>(sql`
    SELECT "values" FROM import_rows WHERE import_id = ${id} AND verdict IN ('new', 'update', 'repaired', 'odd')`)
  const lost = await losing(
    rows.map(({ values }) => values),
    options,
    db,
  )
  await db.query(sql`UPDATE imports SET lost = ${JSON.stringify(lost)}::jsonb WHERE id = ${id}`)
}
