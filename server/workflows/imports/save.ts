/** Asking for the rows of a preview to be saved, and stopping it (D1-IMP-02, threats F1, F2). */
import sql from 'sql-template-tag'
import { can } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import type { ImportSummary } from '../../../contract/kit/import.ts'
import { storedAlready, takenBefore, unclearColumn } from '../../../contract/import-words.ts'
import { messages } from '../../../contract/messages.ts'
import type { Ctx } from '../../kit/context.ts'
import { markStored } from './mark-stored.ts'
import { findImport, seenBefore, summaryOf, toSave, type ImportRow } from './preview.ts'
import { targetOf } from './targets.ts'

/** Name of the queue that saves imports. */
export const importJob = 'import'

const allStored = 'Mọi dòng của file đã có trong danh sách'

/** 'Đã lưu 400/9,927 bản ghi' (D2-Q-15). */
export const savedSoFar = (saved: number, total: number): string =>
  `Đã lưu ${saved.toLocaleString('en-US')}/${total.toLocaleString('en-US')} bản ghi`

/** What whoever saves says of a content that was taken before, and of rows that are stored already. */
export type Said = { again: boolean; leaveStored: boolean }

/** Refuses what is not to be saved, or not before it was asked: columns that no heading explains, a content taken before. */
async function checkAsked(ctx: Ctx, row: ImportRow, { again, leaveStored }: Said): Promise<void> {
  const [unclear] = row.layout.asks
  if (unclear) throw new AppError('VALIDATION', unclearColumn(unclear))
  if (toSave(row) === 0)
    throw new AppError(
      'VALIDATION',
      (row.counts.stored ?? 0) > 0 ? allStored : 'File không có dòng nào lưu được',
    )
  if (again || (leaveStored && targetOf(row.resource).again === 'adds')) return
  // Of two who save one content at once the second sees the first.
  await ctx.db.query(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(content_sha256, 0)) FROM imports WHERE id = ${row.id}`)
  const seen = await seenBefore(ctx, row)
  if (seen) throw new AppError('CONFLICT', takenBefore(seen, toSave(row) - row.saved))
  if ((row.counts.stored ?? 0) > 0) throw new AppError('CONFLICT', storedAlready(row.counts.stored))
}

/** The import with what becomes of its stored rows, which are looked up anew: others may have saved since it was read. */
async function settleStored(ctx: Ctx, row: ImportRow, { leaveStored }: Said): Promise<ImportRow> {
  // What it has saved itself would be found.
  if (row.saved_row === 0) await markStored(ctx.db, row.id, targetOf(row.resource), ctx.actor)
  await ctx.db.query(sql`UPDATE imports SET leave_stored = ${leaveStored} WHERE id = ${row.id}`)
  return findImport(ctx, row.id)
}

/**
 * Starts saving in the background; on an import that stopped half-way it goes on after the last saved row, on one
 * that is being saved or done it changes nothing. FORBIDDEN when the caller is not its owner or may no longer import,
 * VALIDATION while a column is asked about, CONFLICT when the content was taken before, or rows are stored already, and
 * nothing is said of it.
 */
export async function startSaving(ctx: Ctx, id: string, said: Said): Promise<ImportSummary> {
  const row = await findImport(ctx, id, 'lock')
  if (row.user_id !== ctx.actor.id || !can(ctx.actor, targetOf(row.resource).may)) {
    throw new AppError('FORBIDDEN', messages.forbidden)
  }
  if (row.state === 'cancelled') throw new AppError('CONFLICT', 'File này đã huỷ, hãy tải lại file')
  if (row.state !== 'ready' && row.state !== 'failed') return summaryOf(ctx, row)
  await checkAsked(ctx, await settleStored(ctx, row, said), said)
  await ctx.db.query(sql`
    UPDATE imports SET state = 'saving', msg = NULL, finished_at = NULL, started_at = coalesce(started_at, now())
    WHERE id = ${row.id}`)
  // Before the commit: the job waits for the row's lock, and a server that dies in between loses neither.
  await ctx.services.jobs.enqueue(importJob, { importId: row.id })
  return summaryOf(ctx, await findImport(ctx, row.id))
}

/** Forgets a preview, or stops saving after the chunk at hand; what was saved stays. */
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
