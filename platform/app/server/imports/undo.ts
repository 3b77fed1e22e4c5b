/** Undo of an import: preview, start, and the rows that were kept. */
import sql from 'sql-template-tag'
import { can, rules } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import {
  keptPage,
  undoDays,
  undoTexts,
  type RecentImport,
  type UndoSummary,
} from '#platform/contract/calls/import-undo.ts'
import type { Ctx } from '#kit/server/context.ts'
import { seesWho } from '#kit/server/history.ts'
import { acceptWork } from '#platform/server/accepted-work.ts'
import { findImport, type ImportRow } from './preview.ts'
import { targetOf, targets } from './targets.ts'
import { judgedRows, lastChange } from './undo-rows.ts'
import type { UndoWay } from './undo-ways.ts'

export const undoJob = 'undo-import'
/** Name of the import's undo among the works accepted by the server. */
export const undoingOf = (id: string): string => `undo ${id}`

const day = 86_400_000

/** How many rows the import wrote, and how many are processed; null if they were not recorded. */
async function written({ db }: Pick<Ctx, 'db'>, id: string): Promise<{ total: number; done: number } | null> {
  const { rows } = await db.query<{ noted: boolean; total: number; done: number }>(sql`
    SELECT bool_and(ids IS NOT NULL) AS noted, coalesce(sum(cardinality(ids)), 0)::int AS total,
      coalesce(sum(cardinality(ids)) FILTER (WHERE undone_at IS NOT NULL), 0)::int AS done
    FROM import_chunks WHERE import_id = ${id}`)
  return rows[0]?.noted ? rows[0] : null
}

/** The reason an import cannot be undone at all, or null. */
function refusalOf(row: ImportRow, noted: boolean): string | null {
  const { undo } = targetOf(row.resource)
  if ('refused' in undo) return undo.refused
  if (row.undo_state !== null) return null
  if (row.state === 'saving') return undoTexts.isSaving
  if (row.saved === 0) return undoTexts.nothing
  if (row.finished_at !== null && Date.now() - row.finished_at.getTime() > undoDays * day)
    return undoTexts.tooOld
  return noted ? null : undoTexts.untraced
}

type Counts = Pick<UndoSummary, 'removes' | 'restores' | 'stays'>

/** What an undo would do now. */
async function counted(way: UndoWay, id: string, { db }: Ctx): Promise<Counts> {
  const { rows } = await db.query<Counts>(sql`
    SELECT count(*) FILTER (WHERE why IS NULL AND made)::int AS removes,
      count(*) FILTER (WHERE why IS NULL AND NOT made)::int AS restores,
      count(*) FILTER (WHERE why IS NOT NULL)::int AS stays FROM (${judgedRows(way, id, null)}) w`)
  return rows[0] ?? { removes: 0, restores: 0, stays: 0 }
}

type Kept = { id: string; row: number | null; why: string; username: string | null; at: Date | null }

/** A page of the kept rows: those that would be, or after the undo those that were. */
async function keptRows(way: UndoWay, { id, undo_state }: ImportRow, page: number, ctx: Ctx) {
  const paged = sql`ORDER BY row NULLS LAST, id LIMIT ${keptPage} OFFSET ${page * keptPage}`
  const { rows } = await ctx.db.query<Kept>(
    undo_state === null
      ? sql`SELECT w.id, w.row, w.why, c.username, c.at FROM (
          SELECT * FROM (${judgedRows(way, id, null)}) j WHERE why IS NOT NULL ${paged}) w
        LEFT JOIN LATERAL (${lastChange(way, id)}) c ON true ORDER BY w.row NULLS LAST, w.id`
      : sql`SELECT id, row, why, username, at FROM import_kept WHERE import_id = ${id} ${paged}`,
  )
  const ids = rows.map((row) => row.id)
  const names = ids.length === 0 ? new Map<string, string>() : await way.named(ids, ctx)
  const tells = seesWho(way.subject, ctx.actor)
  return rows.map(({ id: rowId, row, why, username, at }) => ({
    row,
    name: names.get(rowId) ?? '',
    why,
    by: tells ? username : null,
    at: at?.toISOString() ?? null,
  }))
}

/** What the undo would do, does or did, as its reader may see it. */
async function summaryOf(row: ImportRow, page: number, ctx: Ctx): Promise<UndoSummary> {
  const { undo: way } = targetOf(row.resource)
  const rows = await written(ctx, row.id)
  const refused = refusalOf(row, rows !== null)
  const { total, done } = rows ?? { total: 0, done: 0 }
  const state = row.undo_state
  const none = { state, refused, removes: 0, restores: 0, stays: 0, total, done, msg: row.undo_msg, kept: [] }
  if (refused !== null || 'refused' in way) return none
  const { removed: removes, restored: restores } = row
  const counts =
    state === null ? await counted(way, row.id, ctx) : { removes, restores, stays: done - removes - restores }
  return { ...none, ...counts, kept: counts.stays === 0 ? [] : await keptRows(way, row, page, ctx) }
}

/** GET: for the importer and managers; NOT_FOUND for others. */
export async function readUndo(ctx: Ctx, { id, page = 0 }: { id: string; page?: number | undefined }) {
  const pageNumber = Number.isInteger(page) && page >= 0 ? Math.min(page, 100_000) : 0
  return summaryOf(await findImport(ctx, id), pageNumber, ctx)
}

/**
 * Starts the undo in the background; continues after a failure, and changes nothing for one that runs or is done. For
 * the importer and managers, each with the right to import: else NOT_FOUND or FORBIDDEN. CONFLICT with the reason if it
 * cannot be undone.
 */
export async function startUndo(ctx: Ctx, { id }: { id: string }): Promise<UndoSummary> {
  const row = await findImport(ctx, id, 'lock')
  if (!can(ctx.actor, targetOf(row.resource).may)) throw new AppError('FORBIDDEN', messages.forbidden)
  if (row.undo_state === null || row.undo_state === 'failed') {
    const reason = refusalOf(row, (await written(ctx, row.id)) !== null)
    if (reason !== null) throw new AppError('CONFLICT', reason)
    await ctx.db.query(sql`
      UPDATE imports SET undo_state = 'running', undo_by = ${ctx.actor.id}, undo_started_at = now(), undo_msg = NULL
      WHERE id = ${row.id}`)
    await acceptWork(undoingOf(row.id), ctx)
    // Enqueued before the commit: the job waits for the row's lock.
    await ctx.services.jobs.enqueue(undoJob, { importId: row.id }, ctx.after)
  }
  return summaryOf(await findImport(ctx, row.id), 0, ctx)
}

/** The newest imports into a list that saved something, while they can be undone: one's own, for managers all. */
export async function listRecent(
  ctx: Ctx,
  { resource }: { resource: string },
): Promise<{ values: RecentImport[] }> {
  const target = targets.get(resource)
  if (!target || !can(ctx.actor, target.may)) throw new AppError('FORBIDDEN', messages.forbidden)
  const { rows } = await ctx.db.query<Omit<RecentImport, 'at'> & { at: Date }>(sql`
    SELECT i.id, i.filename, i.saved, u.username AS by, i.started_at AS at, i.undo_state AS undo,
      i.removed + i.restored AS back, (SELECT count(*)::int FROM import_kept k WHERE k.import_id = i.id) AS stays
    FROM imports i JOIN users u ON u.id = i.user_id
    WHERE i.resource = ${resource} AND i.saved > 0 AND i.started_at > now() - make_interval(days => ${undoDays})
      AND (${rules.below3(ctx.actor)}::boolean OR i.user_id = ${ctx.actor.id})
    ORDER BY i.started_at DESC LIMIT 10`)
  return { values: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
