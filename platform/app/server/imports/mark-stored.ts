/** Marks rows of a file that a list without a key already contains: a corrected or longer file would store them twice (D3-FILE-02). */
import sql, { empty, join } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import { fieldOf, tableOf } from '#kit/contract/resource.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { importable } from '#kit/server/import.ts'
import { ident, shownTo } from '#kit/server/kinds.ts'
import type { Target } from './targets.ts'

/** Whether equal rows are simply added to the list, because it has no key. */
export const addsRows = ({ list, again }: Target): boolean =>
  list !== undefined && again === 'adds' && !list.sheet?.key

/**
 * Marks rows of import `id` as 'stored' that equal a live row of the list in every sent column as `actor` sees it, so
 * that masked readers learn no more than from the list. Of three equal rows two are marked if the list has two. Does
 * nothing for targets with a key, or that do not add rows.
 */
export async function markStored(db: Queryable, id: string, target: Target, actor: Actor): Promise<void> {
  const { list } = target
  if (!list || !addsRows(target)) return
  const table = ident(tableOf(list))
  const names = importable(list, actor)
  const rowText = sql`ROW(${join(names.map((name) => shownTo(name, fieldOf(list, name), actor)))})::text`
  const live = list.softDelete ? sql`WHERE deleted_at IS NULL` : empty
  await db.query(sql`
    WITH sent AS (
      SELECT r.row, s.said, row_number() OVER (PARTITION BY s.said ORDER BY r.row) AS nth
      FROM import_rows r
      CROSS JOIN LATERAL (SELECT ${rowText} AS said FROM jsonb_populate_record(NULL::${table}, r."values"::jsonb)) s
      WHERE r.import_id = ${id} AND r.verdict IN ('new', 'repaired', 'odd', 'stored')
    ), there AS (SELECT ${rowText} AS said, count(*) AS n FROM ${table} ${live} GROUP BY 1)
    UPDATE import_rows r SET verdict = CASE WHEN f.stored THEN 'stored' WHEN r.notes IS NULL THEN 'new' ELSE 'repaired' END,
      reason = CASE WHEN f.stored THEN 'Đã có trong danh sách' END
    FROM (SELECT row, coalesce(nth <= n, false) AS stored FROM sent LEFT JOIN there USING (said)) f
    WHERE r.import_id = ${id} AND r.row = f.row AND f.stored <> (r.verdict = 'stored')`)
  await db.query(sql`
    UPDATE imports SET counts = counts || (
      SELECT jsonb_build_object('new', count(*) FILTER (WHERE verdict = 'new'),
        'repaired', count(*) FILTER (WHERE verdict = 'repaired'), 'odd', count(*) FILTER (WHERE verdict = 'odd'), 'stored', count(*) FILTER (WHERE verdict = 'stored'))
      FROM import_rows WHERE import_id = ${id})
    WHERE id = ${id}`)
}
