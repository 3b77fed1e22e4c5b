/** The upload of a spreadsheet: read on the server, previewed, saved in the background (D1-IMP). */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { instant, pageOf, sentNumber } from './shapes.ts'

/**
 * What the reader says of one sheet row; `duplicate` and `bad` are not saved. Of rows with one key the last is (D1-Q-070),
 * so the earlier ones are the duplicates and name it; `update` is saved into what an earlier row is saved as. `stored`
 * stands in a list without a key already: whoever saves says whether it is left out or added again (D3-FILE-02).
 */
export const verdicts = ['new', 'update', 'repaired', 'odd', 'stored', 'duplicate', 'bad', 'blank'] as const
const verdict = z.enum(verdicts)
export type Verdict = z.output<typeof verdict>

const previewRow = z.strictObject({
  /** Row number in the sheet, beginning with 1. */
  row: z.int(),
  verdict,
  /** Values by field name, as read; a value that could not be read is shown as it stands in the sheet. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Field name → why the cell was repaired or refused, e.g. 'SĐT: 01681234567 → 0381234567'. */
  notes: z.record(z.string(), z.string()),
  /** Sentence for the whole row, e.g. 'Trùng SĐT và gói với dòng 9'. */
  reason: z.nullable(z.string()),
})
export type PreviewRow = z.output<typeof previewRow>

/** A sheet column, from 0, whose heading is not known, and the field that its position speaks for. */
const columnAsk = z.strictObject({ column: z.int(), heading: z.string(), field: z.nullable(z.string()) })
export type ColumnAsk = z.output<typeof columnAsk>

/** What saving rows does that were saved before: they are added again, written over, or left as they are. */
const onceMore = z.enum(['adds', 'overwrites', 'skips'])
export type OnceMore = z.output<typeof onceMore>

const state = z.enum(['reading', 'ready', 'saving', 'done', 'failed', 'cancelled'])
export type ImportState = z.output<typeof state>

export const importSummary = z.strictObject({
  id: z.string(),
  resource: z.string(),
  filename: z.string(),
  state,
  /** Sheet rows by verdict; 'new' leaves out the repaired ones. */
  counts: z.record(verdict, z.int()),
  /** Rows that saving saves: those that are stored already too, unless they were left out. */
  toSave: z.int(),
  /** Data rows in the sheet, blank ones included. */
  total: z.int(),
  /** Rows handled so far while saving. */
  done: z.int(),
  /** Rows in the list because of this import: inserted or updated. */
  saved: z.int(),
  /** Fields that are read, with the sheet column of each, from 0; null where the sheet has none. */
  columns: z.array(z.strictObject({ name: z.string(), label: z.string(), at: z.nullable(z.int()) })),
  /** Nothing is saved while a column is asked about; the file is sent again with `columns` (D3-FILE-04). */
  asks: z.array(columnAsk),
  /** Vietnamese sentence when `state` is 'failed'. */
  msg: z.nullable(z.string()),
  /** While nothing is saved: who took the same content last, when, and what taking it again does (D3-FILE-02). */
  seenBefore: z.nullable(z.strictObject({ by: z.string(), at: instant, again: onceMore })),
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
})
export type ImportSummary = z.output<typeof importSummary>

const id = z.object({ id: z.string() })

/**
 * POST the file's bytes as the body with `x-file-name` (percent-encoded); answers once the sheet is read. The query's
 * `columns` names the field of each sheet column, with commas between: 'phone,,package'.
 */
export const uploadPath = (target: string): string => `/api/v1/imports/${target}`

export const importStatus = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id',
  may: 'any',
  summary: 'State and counts of an import',
  input: id,
  answer: importSummary,
})

export const importPreview = defineCall({
  method: 'GET',
  path: '/api/v1/imports/:id/rows',
  may: 'any',
  summary: 'A page of the preview, all rows or those of one verdict',
  input: z.object({
    id: z.string(),
    page: z.optional(sentNumber),
    count: z.optional(sentNumber),
    verdict: z.optional(z.string()),
  }),
  answer: pageOf(previewRow),
})

export const importSave = defineCall({
  method: 'POST',
  path: '/api/v1/imports/:id/save',
  may: 'any',
  summary:
    'Saves the good rows in the background; a second call goes on where it failed, else changes nothing',
  /**
   * `again`: 1 saves a content that was taken before, and rows that are stored already; `leaveStored`: 1 leaves those
   * rows out. With neither such a file answers 409.
   */
  input: z.object({ id: z.string(), again: z.optional(sentNumber), leaveStored: z.optional(sentNumber) }),
  answer: importSummary,
})

export const importCancel = defineCall({
  method: 'POST',
  path: '/api/v1/imports/:id/cancel',
  may: 'any',
  summary: 'Forgets a preview, or stops saving after the current chunk',
  input: id,
  answer: importSummary,
})

/** GET answers an .xlsx of the rows that have to be mended, with a 'Lỗi' column (D3-FILE-03). */
export const importErrorsPath = (importId: string): string => `/api/v1/imports/${importId}/errors`
