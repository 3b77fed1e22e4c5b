/** Findings about the rows of an uploaded file that depend on stored lines, for its preview (D2-REVF-07). */
import sql from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Values } from '#kit/server/write.ts'

type Found = { refused: string; field: string } | { same: string; stored: boolean }

/** By row: why it matches no line and cannot be a new one, otherwise its line. */
export async function findLines(rows: readonly Values[], db: Queryable): Promise<(Found | null)[]> {
  const { rows: judged } = await db.query<{
    n: number
    field: string
    why: string | null
    same: string
    stored: boolean
  }>(sql`
    SELECT n, field, why, coalesce(line::text, pair0 || ':' || pair1, hash) AS same, line IS NOT NULL AS stored FROM sent_lines(${JSON.stringify(rows)}::jsonb)`)
  const found = new Map<number, Found>()
  for (const { n, field, why, same, stored } of judged)
    found.set(n, why === null ? { same, stored } : { refused: why, field })
  return rows.map((_, index) => found.get(index + 1) ?? null)
}
