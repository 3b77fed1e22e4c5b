/** Preview of an import for its uploader: state, counts, and pages of rows. */
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Channel } from '#platform/contract/channels.ts'
import { rules } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import {
  verdicts,
  type ImportState,
  type ImportSummary,
  type LostDays,
  type PreviewRow,
  type Verdict,
} from '#platform/contract/calls/imports.ts'
import type { UndoSummary } from '#platform/contract/calls/import-undo.ts'
import { closedAlready, uncompared } from '#kit/contract/import-words.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx } from '#kit/server/context.ts'
import { importable } from '#kit/server/import.ts'
import { requireId } from '#kit/server/list.ts'
import { starred } from './conceal.ts'
import type { Layout } from './read.ts'
import { targetOf, type Options } from './targets.ts'

export type ImportRow = {
  id: string
  resource: Channel
  filename: string
  options: Options
  state: ImportState
  counts: Record<Verdict, number>
  total: number
  done: number
  saved: number
  msg: string | null
  user_id: string
  saved_row: number
  header: string[]
  layout: Layout
  leave_stored: boolean
  far: number
  lost: LostDays[]
  undo_state: UndoSummary['state']
  undo_msg: string | null
  removed: number
  restored: number
  started_at: Date | null
  finished_at: Date | null
}

/** Number of rows to save; includes rows already stored unless they are skipped. */
export const toSave = ({ counts, leave_stored }: Pick<ImportRow, 'counts' | 'leave_stored'>): number =>
  (counts.new ?? 0) +
  (counts.update ?? 0) +
  (counts.same ?? 0) +
  (counts.repaired ?? 0) +
  (counts.odd ?? 0) +
  (leave_stored ? 0 : (counts.stored ?? 0))

/** The import, locked for update on request. Only its owner and managers see it; NOT_FOUND for others. */
export async function findImport(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  id: string,
  mode?: 'lock',
): Promise<ImportRow> {
  const lock = mode === 'lock' ? sql`FOR UPDATE` : empty
  const { rows } = await ctx.db.query<ImportRow>(sql`
    SELECT id, resource, filename, options, state, counts, total, done, saved, msg, user_id, saved_row, header, layout,
      leave_stored, far, lost, undo_state, undo_msg, removed, restored, started_at, finished_at
    FROM imports WHERE id = ${requireId(id)} ${lock}`)
  const row = rows[0]
  if (!row || (row.user_id !== ctx.actor.id && !rules.below3(ctx.actor))) {
    throw new AppError('NOT_FOUND', refusals.notFound)
  }
  return row
}

/**
 * The previous import of this content (complete, partial or in progress), or null. Compared by parsed content, not by
 * bytes; in another file or list it counts as new (D3-FILE-02).
 */
export async function seenBefore(
  { db }: Pick<Ctx, 'db'>,
  { id, resource }: Pick<ImportRow, 'id' | 'resource'>,
): Promise<ImportSummary['seenBefore']> {
  const { rows } = await db.query<{ by: string; at: Date; same: boolean }>(sql`
    SELECT u.username AS by, coalesce(b.finished_at, b.started_at, b."createdAt") AS at,
      bool_or(b.options = i.options) OVER () AS same
    FROM imports i
    JOIN imports b ON b.resource = i.resource AND b.id <> i.id AND (b.saved > 0 OR b.state = 'saving')
      AND NOT (b.undo_state IS NOT DISTINCT FROM 'done' AND NOT EXISTS (SELECT FROM import_kept k WHERE k.import_id = b.id))
     
      AND (b.content_sha256 = i.content_sha256 OR b.sha256 = i.sha256)
    JOIN users u ON u.id = b.user_id
    WHERE i.id = ${id} ORDER BY 2 DESC LIMIT 1`)
  const last = rows[0]
  if (!last) return null
  const { again } = targetOf(resource)
  return {
    by: last.by,
    at: last.at.toISOString(),
    again: again === 'overwrites' && !last.same ? 'adds' : again,
  }
}

const isWaiting = ({ state }: ImportRow): boolean => state === 'ready' || state === 'failed'

/** Text about an import into closed payroll months; null if none is closed (D3-PAY-07). */
async function closedMonths(
  { db }: Pick<Ctx, 'db'>,
  { id, resource, options }: ImportRow,
): Promise<string | null> {
  const { monthOfRow } = targetOf(resource)
  if (!monthOfRow) return null
  const { rows } = await db.query<{ thang: string; next: string }>(sql`
    SELECT to_char(m.thang, 'MM/YYYY') AS thang, to_char(open_month(), 'MM/YYYY') AS next FROM (
      SELECT DISTINCT ${monthOfRow(options)} AS thang FROM import_rows r
      WHERE r.import_id = ${id} AND r.verdict NOT IN ('bad', 'blank', 'duplicate')) m
    WHERE closing_of(m.thang) IS NOT NULL ORDER BY m.thang`)
  const [first] = rows
  return first
    ? closedAlready(
        rows.map(({ thang }) => thang),
        first.next,
      )
    : null
}

/** The import as shown on its screen. */
export async function summaryOf(ctx: Pick<Ctx, 'db' | 'actor'>, row: ImportRow): Promise<ImportSummary> {
  const { sheet, overwrites } = targetOf(row.resource)
  const { id, resource, filename, state, counts, total, done, saved, msg, started_at, finished_at } = row
  const { at, asks, doubts = [] } = row.layout
  return {
    id,
    resource,
    filename,
    state,
    // Imports read before these verdicts were introduced have no counts for them.
    counts: {
      ...counts,
      update: counts.update ?? 0,
      same: counts.same ?? 0,
      odd: counts.odd ?? 0,
      stored: counts.stored ?? 0,
      total: counts.total ?? 0,
      joined: counts.joined ?? 0,
    },
    toSave: toSave(row),
    total,
    done,
    saved,
    columns: importable(sheet, ctx.actor).map((name) => {
      const field = sheet.fields[name]
      return { name, label: field?.short ?? field?.label ?? name, at: at[name] ?? null }
    }),
    asks,
    doubts,
    msg,
    far: row.far,
    lost: isWaiting(row) ? row.lost : [],
    closed: isWaiting(row) ? await closedMonths(ctx, row) : null,
    uncompared: isWaiting(row) && overwrites?.mayKnow?.(ctx.actor) === false ? uncompared : null,
    seenBefore: isWaiting(row) ? await seenBefore(ctx, row) : null,
    startedAt: started_at?.toISOString() ?? null,
    finishedAt: finished_at?.toISOString() ?? null,
  }
}

const knownVerdicts: readonly string[] = verdicts
const pageSizes: readonly number[] = [20, 50, 100]

const whole = (n: number | undefined): number => (n !== undefined && Number.isInteger(n) && n >= 0 ? n : 0)

export type Page = {
  id: string
  page?: number | undefined
  count?: number | undefined
  verdict?: string | undefined
}

/** A page of the preview in file order, of all verdicts or one; phones are unmasked, as the file is the uploader's own. */
export async function previewRows(ctx: Ctx, { id, page, count, verdict = '' }: Page) {
  const row = await findImport(ctx, id)
  if (verdict !== '' && !knownVerdicts.includes(verdict))
    throw new AppError('VALIDATION', messages.invalidValue)
  const limit = pageSizes.includes(count ?? 0) ? Number(count) : 20
  const offset = Math.min(whole(page) * limit, row.total)
  const only: Sql = verdict === '' ? empty : sql`AND verdict = ${verdict}`
  const { rows } = await ctx.db.query<PreviewRow>(sql`
    SELECT row, verdict, "values", coalesce(notes, '{}') AS notes, coalesce(former, '{}') AS former,
      coalesce(far, '{}') AS far, reason FROM import_rows
    WHERE import_id = ${row.id} ${only} ORDER BY row LIMIT ${limit} OFFSET ${offset}`)
  const target = targetOf(row.resource)
  const values = rows.map((one) => ({ ...one, values: starred(one.values, target) }))
  return { values, count: verdict === '' ? row.total : (row.counts[verdict as Verdict] ?? 0) }
}
