/** Rows that an import wrote: recorded with each chunk, checked before they are undone (D3-FILE-05). */
import sql, { empty, type Sql } from 'sql-template-tag'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import type { Ctx, SavedRow } from '#kit/server/context.ts'
import { sameRows } from '#platform/contract/lists/index.ts'
import { ident } from '#kit/server/kinds.ts'
import type { Target } from './targets.ts'
import type { UndoWay } from './undo-ways.ts'

type Chunk = {
  id: string
  chunk: number
  target: Target
  wrote: readonly SavedRow[]
  rows: readonly { row: number }[]
}

/** Records the rows of a saved chunk with their versions, in its transaction; none for targets without undo. */
export async function noteChunk(ctx: Ctx, { id, chunk, target, wrote, rows }: Chunk): Promise<void> {
  const { undo: way } = target
  if ('refused' in way) return
  // Rows are written in the file's order; if some are missing, the numbers cannot be assigned.
  const numbers = wrote.length === rows.length ? rows.map(({ row }) => row) : wrote.map(() => null)
  await ctx.db.query(sql`
    UPDATE import_chunks c SET rows = s.rows, ids = s.ids, made = s.made, versions = s.versions
    FROM (SELECT coalesce(array_agg(w.row ORDER BY n), '{}') AS rows, coalesce(array_agg(w.id ORDER BY n), '{}') AS ids,
        coalesce(array_agg(w.made ORDER BY n), '{}') AS made, coalesce(array_agg(t.version ORDER BY n), '{}') AS versions
      FROM unnest(${numbers}::int[], ${wrote.map((row) => row.id)}::text[], ${wrote.map(({ made }) => made)}::boolean[])
        WITH ORDINALITY AS w(row, id, made, n) JOIN ${ident(way.table)} t ON ${way.is(sql`w.id`)}) s
    WHERE c.import_id = ${id} AND c.chunk = ${chunk}`)
}

/** A written row, and why it is kept; null for one that was not changed since. */
export type Judged = { row: number | null; id: string; made: boolean; why: string | null }

/** `SELECT row, id, made, why, since` of the rows of an import not processed yet; `only`: of one chunk. */
export const judgedRows = (way: UndoWay, importId: string, only: number | null): Sql => sql`
  SELECT w.row, w.id, w.made, c.at AS since, CASE WHEN t.version IS NULL THEN ${undoTexts.gone}::text
    WHEN t.version <> w.version THEN ${undoTexts.changed}::text ELSE ${way.keepReason} END AS why
  FROM import_chunks c, unnest(c.rows, c.ids, c.made, c.versions) AS w(row, id, made, version)
  LEFT JOIN ${ident(way.table)} t ON ${way.is(sql`w.id`)} AND ${way.live}
  WHERE c.import_id = ${importId} AND c.undone_at IS NULL ${only === null ? empty : sql`AND c.chunk = ${only}`}`

/** `SELECT username, at` of the last change of row `w` other than by the import itself. */
export const lastChange = (way: UndoWay, importId: string): Sql => sql`
  SELECT username, at FROM (
    (SELECT a.username, a.at FROM audit_log a
    WHERE a.resource = ANY (${sameRows(way.subject.path)}) AND a.resource_id = w.id AND a.at >= w.since
      AND a.request_id IS DISTINCT FROM ${`job:${importId}`} ORDER BY a.id DESC LIMIT 1)
    ${way.changes ?? empty}) changes(username, at)
  WHERE at >= w.since ORDER BY at DESC LIMIT 1`
