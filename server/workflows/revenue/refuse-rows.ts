/** What only the stored lines can say against the rows of an uploaded file, said in its preview (D2-REVF-07). */
import sql from 'sql-template-tag'
import type { Queryable } from '../../db/pool.ts'

/** Rows judged at once. */
const batch = 5_000

/** Marks the rows of a preview that name no line and could not be one; answers how many of each verdict they were. */
export async function refuseRows(
  db: Queryable,
  importId: string,
  lastRow: number,
): Promise<{ new: number; repaired: number }> {
  const refused = { new: 0, repaired: 0 }
  for (let from = 1; from <= lastRow; from += batch) {
    const { rows } = await db.query<{ was: 'new' | 'repaired' }>(sql`
      WITH good AS (
        SELECT row, "values", row_number() OVER (ORDER BY row) AS n FROM import_rows
        WHERE import_id = ${importId} AND row BETWEEN ${from} AND ${from + batch - 1} AND verdict IN ('new', 'repaired')
      ), judged AS (
        SELECT * FROM sent_lines((SELECT coalesce(jsonb_agg("values" ORDER BY row), '[]') FROM good)) WHERE why IS NOT NULL
      )
      UPDATE import_rows r SET verdict = 'bad', reason = judged.why,
        notes = (coalesce(r.notes::jsonb, '{}') || jsonb_build_object(judged.field, judged.why))::json
      FROM good JOIN judged USING (n)
      WHERE r.import_id = ${importId} AND r.row = good.row RETURNING old.verdict AS was`)
    for (const { was } of rows) refused[was] += 1
  }
  return refused
}
