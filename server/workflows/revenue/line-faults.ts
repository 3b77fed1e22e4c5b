/** What only the stored lines can say against the rows of an uploaded file, said in its preview (D2-REVF-07). */
import sql from 'sql-template-tag'
import type { Queryable } from '../../db/pool.ts'
import type { Values } from '../../kit/write.ts'

type Fault = { refused: string; field: string }

/** Why rows name no line and could not be one, each by its place; null for those that can be saved. */
export async function lineFaults(rows: readonly Values[], db: Queryable): Promise<(Fault | null)[]> {
  const { rows: judged } = await db.query<{ n: number; field: string; why: string }>(sql`
    SELECT n, field, why FROM sent_lines(${JSON.stringify(rows)}::jsonb) WHERE why IS NOT NULL`)
  const faults = new Map(judged.map(({ n, field, why }) => [n, { refused: why, field }]))
  return rows.map((_, at) => faults.get(at + 1) ?? null)
}
