/** Saves several rows of a file as one: the first row of each group gets all values, and the others refer to it (D3-FILE-09). */
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'

export type FileRow = { row: number; values: Values; notes: Record<string, string> | null }
/** A row with the values to save, and the other rows merged into it. */
export type JoinedRow = FileRow & { odd: boolean; reason: string | null; parts: readonly number[] }

/** Merges the valid rows of import `id` as its target defines; does nothing for targets without merging. */
export async function joinRows(
  db: Queryable,
  id: string,
  { joins }: { joins?: (rows: readonly FileRow[]) => JoinedRow[] },
): Promise<void> {
  if (!joins) return
  const { rows } = await db.query<FileRow>(sql`
    SELECT row, "values", notes FROM import_rows
    WHERE import_id = ${id} AND verdict IN ('new', 'repaired', 'odd') ORDER BY row`)
  const joined = joins(rows)
  const parts = joined.flatMap(({ row, parts: others }) => others.map((other) => ({ row: other, of: row })))
  await db.query(sql`
    UPDATE import_rows r SET "values" = j."values"::json, notes = j.notes, reason = j.reason,
      verdict = CASE WHEN j.odd THEN 'odd' ELSE r.verdict END
    FROM jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) AS j(row int, "values" jsonb, notes jsonb, odd boolean, reason text)
    WHERE r.import_id = ${id} AND r.row = j.row`)
  await db.query(sql`
    UPDATE import_rows r SET verdict = 'joined', reason = 'Gộp vào dòng ' || p.of
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS p(row int, of int)
    WHERE r.import_id = ${id} AND r.row = p.row`)
  await db.query(sql`
    UPDATE imports i SET counts = i.counts || (
      SELECT jsonb_object_agg(v, (SELECT count(*) FROM import_rows r WHERE r.import_id = i.id AND r.verdict = v))
      FROM unnest(ARRAY['new', 'repaired', 'odd', 'joined']) v)
    WHERE i.id = ${id}`)
}
