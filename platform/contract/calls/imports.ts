/** Upload of a spreadsheet: read on the server, previewed, saved in the background (D1-IMP). */
import * as z from 'zod/mini'
import { defineCall } from '#kit/contract/call.ts'
import { instant, pageOf, sentNumber } from '#kit/contract/shapes.ts'

/**
 * Verdict on one row of a file; `duplicate` and `bad` are not saved. Of rows with one key the last is saved (D1-Q-070),
 * and earlier ones are duplicates that refer to it; `update` overwrites a stored record or that of an earlier row, and
 * `same` would change nothing (D3-FILE-06). `stored` already exists in a list without a key: the user decides whether
 * to skip or add it (D3-FILE-02). `total` contains totals of the rows above and is not saved unless selected
 * (D3-FILE-08); `joined` is merged into the row it refers to (D3-FILE-09).
 */
export const verdicts = [
  'new',
  'update',
  'same',
  'repaired',
  'odd',
  'stored',
  'total',
  'joined',
  'duplicate',
  'bad',
  'blank',
] as const
const verdict = z.enum(verdicts)
export type Verdict = z.output<typeof verdict>

const previewRow = z.strictObject({
  /** Row number in the file, from 1. */
  row: z.int(),
  verdict,
  /** Values by field name; invalid ones as in the file. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Field name → why the cell was repaired or refused, e.g. 'SĐT: 01681234567 → 0381234567'. */
  notes: z.record(z.string(), z.string()),
  /** Stored value of each cell that the row overwrites. */
  former: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Fields with an amount far from the former one, or above its limit. */
  far: z.array(z.string()),
  /** Message about the whole row, e.g. 'Trùng SĐT và gói với dòng 9'. */
  reason: z.nullable(z.string()),
})
export type PreviewRow = z.output<typeof previewRow>

/** A column of the file (from 0) with an unknown heading, and the field expected at its position. */
const columnAsk = z.strictObject({ column: z.int(), heading: z.string(), field: z.nullable(z.string()) })
export type ColumnAsk = z.output<typeof columnAsk>

/** A column that may have been misread as a whole, and the question about it. */
const columnDoubt = z.strictObject({ name: z.string(), text: z.string() })
export type ColumnDoubt = z.output<typeof columnDoubt>

/** Stored days (YYYY-MM-DD) of a person that an attendance file does not contain (D3-FILE-09). */
const lostDays = z.strictObject({ username: z.string(), days: z.array(z.string()) })
export type LostDays = z.output<typeof lostDays>

/** Effect of saving rows again: added, overwritten, or skipped. */
const repeatPolicy = z.enum(['adds', 'overwrites', 'skips'])
export type RepeatPolicy = z.output<typeof repeatPolicy>

const state = z.enum(['reading', 'ready', 'saving', 'done', 'failed', 'cancelled'])
export type ImportState = z.output<typeof state>

export const importSummary = z.strictObject({
  id: z.string(),
  resource: z.string(),
  filename: z.string(),
  state,
  /** Rows by verdict; repaired ones are not counted as 'new'. */
  counts: z.record(verdict, z.int()),
  /** Rows to be saved, including stored ones unless they are skipped. */
  toSave: z.int(),
  /** Data rows in the file, including blank ones. */
  total: z.int(),
  /** Rows processed so far while saving. */
  done: z.int(),
  /** Rows in the list because of this import: inserted or updated. */
  saved: z.int(),
  /** Fields with the column of each in the file, from 0; null if the file has none. */
  columns: z.array(z.strictObject({ name: z.string(), label: z.string(), at: z.nullable(z.int()) })),
  /** Columns that must be assigned before saving; the file is sent again with `columns` (D3-FILE-04). */
  asks: z.array(columnAsk),
  /** Columns to be confirmed before saving, by `sure` (D3-FILE-08). */
  doubts: z.array(columnDoubt),
  /** Vietnamese message if `state` is 'failed'. */
  msg: z.nullable(z.string()),
  /** Number of amounts far off; saving requires `far` for them (D3-GRID-10). */
  far: z.int(),
  /** Days deleted if the file replaces a person's month; saving requires `days` if there are any. */
  lost: z.array(lostDays),
  /** Closed payroll months that it changes, and the effect; null for none. */
  closed: z.nullable(z.string()),
  /** Reason (shown to the user) that the preview does not mark overwritten rows; null if it does. */
  uncompared: z.nullable(z.string()),
  /** Before saving: the previous import of the same content, and the effect of repeating it (D3-FILE-02). */
  seenBefore: z.nullable(z.strictObject({ by: z.string(), at: instant, again: repeatPolicy })),
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
})
export type ImportSummary = z.output<typeof importSummary>

const id = z.object({ id: z.string() })

/**
 * POST the file's bytes as the body with `x-file-name` (percent-encoded); answers once the file is read. Query
 * `columns` has the field of each column, comma-separated: 'phone,,package'.
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
  decides: 'atOnce',
  summary:
    'Saves the good rows in the background; a second call goes on where it failed, else changes nothing',
  /**
   * `again`: 1 saves content imported before, including stored rows; `leaveStored`: 1 skips those. Without either, such
   * a file answers 409. `sure`: 1 saves guessed columns, `far`: 1 amounts far off, else 409 too; `totals`: 1 saves
   * total rows. `days`: 'replace' deletes stored days that the file does not have, 'add' keeps them; without it 409 if
   * there are any (D3-FILE-09).
   */
  input: z.object({
    id: z.string(),
    again: z.optional(sentNumber),
    leaveStored: z.optional(sentNumber),
    sure: z.optional(sentNumber),
    totals: z.optional(sentNumber),
    far: z.optional(sentNumber),
    days: z.optional(z.enum(['add', 'replace'])),
  }),
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

/** GET answers an .xlsx of the rows to correct, with a 'Lỗi' column (D3-FILE-03). */
export const importErrorsPath = (importId: string): string => `/api/v1/imports/${importId}/errors`
