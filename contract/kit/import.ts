/** The upload of a spreadsheet: read on the server, previewed, saved in the background (D1-IMP). */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/**
 * What the reader says of one sheet row. `repaired` is saved; `duplicate` and `bad` are not. Of rows with one key the
 * last is saved (D1-Q-070), so the earlier ones are the duplicates and name the row that is kept.
 */
export type Verdict = 'new' | 'repaired' | 'duplicate' | 'bad' | 'blank'

export type PreviewRow = {
  /** Row number in the sheet, beginning with 1. */
  row: number
  verdict: Verdict
  /** Values by field name, as read; a value that could not be read is shown as it stands in the sheet. */
  values: Record<string, string | number | null>
  /** Field name → why the cell was repaired or refused, e.g. 'SĐT: 84 941 000 918 → 0941000918'. */
  notes: Record<string, string>
  /** Sentence for the whole row, e.g. 'Trùng SĐT và gói với dòng 9'. */
  reason: string | null
}

export type ImportState = 'reading' | 'ready' | 'saving' | 'done' | 'failed' | 'cancelled'

export type ImportSummary = {
  id: string
  resource: string
  filename: string
  state: ImportState
  /** Sheet rows by verdict; 'new' leaves out the repaired ones. */
  counts: Record<Verdict, number>
  /** Data rows in the sheet, blank ones included. */
  total: number
  /** Rows handled so far while saving. */
  done: number
  /** Rows in the list because of this import: inserted or updated. */
  saved: number
  columns: { name: string; label: string }[]
  /** Vietnamese sentence when `state` is 'failed'. */
  msg: string | null
  /** The same bytes were already imported by somebody. */
  seenBefore: { by: string; at: string } | null
  startedAt: string | null
  finishedAt: string | null
}

const id = z.object({ id: z.string() })

/** POST the file's bytes as the body with `x-file-name` (percent-encoded); answers once the sheet is read. */
export const uploadPath = (target: string): string => `/api/v1/imports/${target}`

export const importStatus = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id',
  may: 'any',
  summary: 'State and counts of an import',
  input: id,
}).answers<ImportSummary>()

export const importPreview = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id/rows',
  may: 'any',
  summary: 'A page of the preview, all rows or those of one verdict',
  input: z.object({
    id: z.string(),
    page: z.optional(z.coerce.number()),
    count: z.optional(z.coerce.number()),
    verdict: z.optional(z.string()),
  }),
}).answers<{ values: PreviewRow[]; count: number }>()

export const importSave = defineCall({
  method: 'POST',
  path: '/api/v1/imports/:id/save',
  may: 'any',
  summary: 'Saves the good rows in the background; again: goes on where it failed, else changes nothing',
  input: id,
}).answers<ImportSummary>()

export const importCancel = defineCall({
  method: 'POST',
  path: '/api/v1/imports/:id/cancel',
  may: 'any',
  summary: 'Forgets a preview, or stops saving after the current chunk',
  input: id,
}).answers<ImportSummary>()

/** GET answers an .xlsx of the rows that were not saved, with a 'Lỗi' column. */
export const importErrorsPath = (importId: string): string => `/api/v1/imports/${importId}/errors`
