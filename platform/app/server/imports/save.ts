/** Starting and cancelling the saving of a preview (D1-IMP-02, threats F1, F2). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import { undoTexts } from '#platform/contract/calls/import-undo.ts'
import {
  daysLost,
  farFromKind,
  storedAlready,
  takenBefore,
  unclearColumn,
} from '#kit/contract/import-words.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Ctx } from '#kit/server/context.ts'
import { acceptWork } from '#platform/server/accepted-work.ts'
import { markLost } from './mark-lost.ts'
import { markOverwrites } from './mark-overwrites.ts'
import { addsRows, markStored } from './mark-stored.ts'
import { findImport, seenBefore, summaryOf, toSave, type ImportRow } from './preview.ts'
import { targetOf } from './targets.ts'

export const importJob = 'import'
/** Name of the import's saving among the works accepted by the server. */
export const savingOf = (id: string): string => `import ${id}`

const savingAnother = 'Một file khác đang được lưu vào danh sách này, đợi xong rồi lưu file này'
const allStored = 'Mọi dòng của file đã có trong danh sách'

/** 'Đã lưu 400/9,927 bản ghi' (D2-Q-15). */
export const savedSoFar = (saved: number, total: number): string =>
  `Đã lưu ${saved.toLocaleString('en-US')}/${total.toLocaleString('en-US')} bản ghi`

/**
 * The user's confirmations: content imported before may be saved again; rows already stored are skipped; guessed
 * columns are right; total rows are saved too; amounts far off are intended; stored days that the file does not have
 * are deleted or kept.
 */
export type SaveConfirmations = {
  again: boolean
  leaveStored: boolean
  sure: boolean
  totals: boolean
  far: boolean
  days: 'add' | 'replace' | undefined
}

/** Refuses unanswered questions: columns without a clear heading, content imported before. */
async function checkQuestions(
  ctx: Ctx,
  row: ImportRow,
  { again, leaveStored, sure, far, days }: SaveConfirmations,
): Promise<void> {
  const { asks, doubts = [] } = row.layout
  const [unclear] = asks
  if (unclear) throw new AppError('VALIDATION', unclearColumn(unclear))
  if (doubts.length > 0 && !sure) throw new AppError('CONFLICT', doubts.map(({ text }) => text).join('; '))
  if (toSave(row) === 0)
    throw new AppError(
      'VALIDATION',
      (row.counts.stored ?? 0) > 0 ? allStored : 'File không có dòng nào lưu được',
    )
  // An import that continues after a failure was confirmed when it started.
  if (row.far > 0 && row.saved_row === 0 && !far) throw new AppError('CONFLICT', farFromKind(row.far))
  if (row.lost.length > 0 && row.saved_row === 0 && days === undefined)
    throw new AppError('CONFLICT', daysLost(row.lost))
  if (again || (leaveStored && targetOf(row.resource).again === 'adds')) return
  // Of two concurrent saves of the same content, the second sees the first.
  await ctx.db.query(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(content_sha256, 0)) FROM imports WHERE id = ${row.id}`)
  const earlierImport = await seenBefore(ctx, row)
  if (earlierImport) throw new AppError('CONFLICT', takenBefore(earlierImport, toSave(row) - row.saved))
  if ((row.counts.stored ?? 0) > 0) throw new AppError('CONFLICT', storedAlready(row.counts.stored))
}

/** Refuses while another file is being saved into the list: the rows already stored are only known afterwards. */
async function requireAlone(ctx: Ctx, { id, resource }: ImportRow): Promise<void> {
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`imports ${resource}`}, 0))`)
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM imports WHERE resource = ${resource} AND state = 'saving' AND id <> ${id} LIMIT 1`)
  if (rowCount) throw new AppError('CONFLICT', savingAnother)
}

/** Makes total rows regular rows with a warning, to be saved. */
async function takeTotals(ctx: Ctx, { id }: ImportRow): Promise<void> {
  await ctx.db.query(sql`
    WITH taken AS (
      UPDATE import_rows SET verdict = 'odd' WHERE import_id = ${id} AND verdict = 'total' RETURNING 1
    )
    UPDATE imports SET counts = counts || jsonb_build_object(
      'odd', coalesce((counts ->> 'odd')::int, 0) + (SELECT count(*) FROM taken), 'total', 0)
    WHERE id = ${id}`)
}

/** The import with the decision about stored rows, which are marked again: other imports may have been saved since it was read. */
async function settleStored(
  ctx: Ctx,
  row: ImportRow,
  { again, leaveStored, totals, days }: SaveConfirmations,
): Promise<ImportRow> {
  if (totals) await takeTotals(ctx, row)
  if (!again && addsRows(targetOf(row.resource))) await requireAlone(ctx, row)
  // Otherwise rows saved by this import itself would be found as well.
  if (row.saved_row === 0) {
    const target = targetOf(row.resource)
    // Of a million rows it takes longer than a request's statements may.
    await ctx.db.query(`SET LOCAL statement_timeout = '60s'`)
    await markStored(ctx.db, row.id, target, ctx.actor)
    await markOverwrites(ctx.db, row.id, { target, options: row.options }, ctx.actor)
    await markLost(ctx.db, row.id, { target, options: row.options })
    if (days === 'add')
      await ctx.db.query(sql`UPDATE imports SET options = options || '{"days": "add"}' WHERE id = ${row.id}`)
  }
  await ctx.db.query(sql`UPDATE imports SET leave_stored = ${leaveStored} WHERE id = ${row.id}`)
  return findImport(ctx, row.id)
}

/**
 * Starts saving in the background; continues an interrupted import after the last saved row, and changes nothing for
 * one being saved or done. FORBIDDEN if the caller is not its owner or may no longer import, VALIDATION while a column
 * is unassigned, CONFLICT if imported content or stored rows are not confirmed.
 */
export async function startSaving(
  ctx: Ctx,
  id: string,
  confirmations: SaveConfirmations,
): Promise<ImportSummary> {
  const row = await findImport(ctx, id, 'lock')
  if (row.user_id !== ctx.actor.id || !can(ctx.actor, targetOf(row.resource).may)) {
    throw new AppError('FORBIDDEN', messages.forbidden)
  }
  if (row.state === 'cancelled') throw new AppError('CONFLICT', 'File này đã huỷ, hãy tải lại file')
  if (row.undo_state !== null) throw new AppError('CONFLICT', undoTexts.taken)
  if (row.state !== 'ready' && row.state !== 'failed') return summaryOf(ctx, row)
  await checkQuestions(ctx, await settleStored(ctx, row, confirmations), confirmations)
  await ctx.db.query(sql`
    UPDATE imports SET state = 'saving', msg = NULL, finished_at = NULL, started_at = coalesce(started_at, now())
    WHERE id = ${row.id}`)
  await acceptWork(savingOf(row.id), ctx)
  // Enqueued before the commit: the job waits for the row's lock, and a crash in between loses neither.
  await ctx.services.jobs.enqueue(importJob, { importId: row.id }, ctx.after)
  return summaryOf(ctx, await findImport(ctx, row.id))
}

/** Cancels a preview, or stops saving after the current chunk; saved rows are kept. */
export async function cancelImport(ctx: Ctx, id: string): Promise<ImportSummary> {
  const row = await findImport(ctx, id, 'lock')
  if (row.state === 'ready') await ctx.db.query(sql`DELETE FROM import_rows WHERE import_id = ${row.id}`)
  if (row.state === 'ready' || row.state === 'saving') {
    const msg = row.state === 'saving' ? `Đã dừng. ${savedSoFar(row.saved, toSave(row))}` : null
    await ctx.db.query(sql`
      UPDATE imports SET state = 'cancelled', msg = ${msg}, finished_at = now() WHERE id = ${row.id}`)
  }
  return summaryOf(ctx, await findImport(ctx, row.id))
}
