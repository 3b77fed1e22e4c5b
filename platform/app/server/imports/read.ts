/** Reads an uploaded spreadsheet in one pass with bounded memory: validates each row and copies it into the preview (D1-IMP). */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import type { ColumnAsk, ColumnDoubt, Verdict } from '#platform/contract/calls/imports.ts'
import { cleanText } from '#kit/contract/text.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import { readSheet } from '#platform/server/sheet/read-sheet.ts'
import { emptySheet, headerOnly } from '#platform/server/sheet/refusals.ts'
import type { CellValue, SheetRow } from '#platform/server/sheet/sheet-row.ts'
import { concealer, hiddenHeading, type Conceal } from './conceal.ts'
import { joinRows } from './join-rows.ts'
import { markLost } from './mark-lost.ts'
import { markOverwrites } from './mark-overwrites.ts'
import { markStored } from './mark-stored.ts'
import { headingRow, planOf, type SheetPlan } from './sheet-plan.ts'
import type { CheckCtx, Found, Options, RowsCheck, Target } from './targets.ts'
import { totalFinder, totalNote } from './total-rows.ts'
import { turnedDayFinder } from './turned-days.ts'
import { digest, duplicateOf, validateRow, type ValidatedRow } from './validate-row.ts'

/** Most blank rows listed: a single cell far below must not create a million rows. */
const mostBlank = 10_000

/** Characters handed to COPY at once: longer texts are large objects to V8, which only a full collection frees. */
const pieceLength = 50_000

type SeenRow = Pick<ValidatedRow, 'row' | 'verdict'>

type Reading = {
  plan: SheetPlan
  header: string[]
  /** Key → row to save, with its verdict. */
  lastByKey: Map<string, SeenRow>
  /** Key → rows with errors. */
  unsaved: Map<string, number[]>
  /** Replaced row → the later row with its key (D1-Q-070). */
  superseded: Map<number, number>
  /** Record to update → the last row for it and the digest of its values. */
  lines: Map<string, { row: number; digest: string }>
  counts: Record<Verdict, number>
  /** First row of data. */
  first: number
  /** Last row read. */
  last: number
  /** Widest row, in cells. */
  width: number
  /** Columns without a clear heading that are not empty. */
  filled: Set<number>
  /** Hash of the parsed rows, independent of the file format. */
  content: Hash
  check: RowsCheck
  isTotal: ReturnType<typeof totalFinder>
  turned: ReturnType<typeof turnedDayFinder>
  conceal: Conceal
}

/** Cells as JSON that PostgreSQL accepts and a new upload can read: dates as DD/MM/YYYY. */
const cellJson = (cell: CellValue): string | number | boolean | null =>
  cell instanceof Date || typeof cell === 'string' ? cleanText(cell) : cell

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const column = (text: string | null): string =>
  text === null ? '\\N' : text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)

const line = (
  id: string,
  { row, verdict, notes, reason }: ValidatedRow,
  values: string,
  cells: readonly CellValue[],
): string =>
  [
    id,
    row,
    verdict,
    column(values),
    column(notes && JSON.stringify(notes)),
    column(reason),
    column(JSON.stringify(cells.map(cellJson))),
  ].join('\t')

const blankLine = (id: string, row: number): string => `${id}\t${row}\tblank\t{}\t\\N\t\\N\t\\N`

/**
 * Of two rows with the same key the later is saved. A row with an error is listed for correction only if no later row
 * has its key: uploading it again would restore older values (D3-FILE-03).
 */
function settleKey({ lastByKey, unsaved, superseded, counts }: Reading, judged: ValidatedRow): void {
  const { key, row, verdict } = judged
  if (key === null) return
  const mistakes = unsaved.get(key) ?? []
  if (verdict === 'bad') return void unsaved.set(key, [...mistakes, row])
  const before = lastByKey.get(key)
  lastByKey.set(key, { row, verdict })
  unsaved.delete(key)
  for (const earlier of mistakes) superseded.set(earlier, row)
  counts.bad -= mistakes.length
  counts.duplicate += mistakes.length
  if (before === undefined) return
  superseded.set(before.row, row)
  counts[before.verdict]--
  counts.duplicate++
}

/** A row for a record that is stored or created by an earlier row: it updates the record, or repeats the last values. */
function forRecord(judged: ValidatedRow, line: string, stored: boolean, { lines }: Reading): ValidatedRow {
  const before = lines.get(line)
  const valuesDigest = digest(judged.values)
  if (before?.digest === valuesDigest)
    return { ...judged, verdict: 'duplicate', reason: `Trùng với dòng ${before.row}` }
  lines.set(line, { row: judged.row, digest: valuesDigest })
  if (!before && !stored) return judged
  const verdict = judged.verdict === 'new' ? 'update' : judged.verdict
  const note = before ? `Cập nhật bản ghi của dòng ${before.row}` : 'Cập nhật bản ghi đã có'
  const reason = [...Object.values(judged.notes ?? {}), note].join('; ')
  return { ...judged, verdict, reason }
}

/** Adds the finding of the target's check to a row. */
function withFinding(judged: ValidatedRow, findings: Found | null, reading: Reading): ValidatedRow {
  if (findings === null || (judged.verdict === 'total' && !('refused' in findings))) return judged
  if ('same' in findings) return forRecord(judged, findings.same, findings.stored ?? false, reading)
  if ('refused' in findings)
    return {
      ...judged,
      verdict: 'bad',
      notes: { ...judged.notes, [findings.field]: findings.refused },
      reason: findings.refused,
    }
  if ('repeats' in findings) return { ...judged, verdict: 'duplicate', reason: findings.repeats }
  return { ...judged, verdict: 'odd', notes: { ...judged.notes, ...findings.odd } }
}

/** Validates a row by its cells and the rows above it. */
function judgeAlone(row: SheetRow, { plan, isTotal, turned }: Reading): ValidatedRow {
  turned.see(plan, row.cells)
  const judged = validateRow(row, plan)
  if (!isTotal(row, judged, plan)) return judged
  // A total has no key, so it neither replaces nor repeats a row.
  return { ...judged, verdict: 'total', reason: totalNote, key: null }
}

/** Validates rows by their cells, and valid ones by their target's check. */
async function judge(rows: readonly SheetRow[], reading: Reading): Promise<ValidatedRow[]> {
  const { check } = reading
  const judged = rows.map((row) => judgeAlone(row, reading))
  const readable = judged.filter(({ verdict }) => verdict !== 'bad')
  if (readable.length === 0) return judged
  const findings = await check(readable.map(({ values }) => values))
  const by = new Map(readable.map((row, index) => [row, findings[index] ?? null]))
  return judged.map((row) => withFinding(row, by.get(row) ?? null, reading))
}

function readRow(id: string, sheetRow: SheetRow, judged: ValidatedRow, reading: Reading): string {
  const { counts, plan } = reading
  let lines = ''
  for (let row = reading.last + 1; row < sheetRow.row; row++) {
    if (counts.blank++ < mostBlank) lines += `${blankLine(id, row)}\n`
  }
  counts[judged.verdict]++
  settleKey(reading, judged)
  reading.content.update(`${JSON.stringify(judged.values)}\n`)
  const { values, cells } = reading.conceal(judged.values, sheetRow.cells, plan)
  reading.last = sheetRow.row
  reading.width = Math.max(reading.width, sheetRow.cells.length)
  for (const column of plan.unclear.keys())
    if ((sheetRow.cells[column] ?? null) !== null) reading.filled.add(column)
  return `${lines}${line(id, judged, JSON.stringify(values), cells)}\n`
}

type Source = {
  path: string
  target: Target
  ctx: CheckCtx
  chosen: string[] | null
  options: Options
}

async function* copyLines(id: string, { path, target, ctx: { actor }, chosen }: Source, reading: Reading) {
  let begun = false
  for await (const batch of readSheet(path, { fromRow: 1 })) {
    const data: SheetRow[] = []
    if (!begun) reading.first = headingRow(target.sheet, batch) + 1
    begun = true
    for (const row of batch) {
      if (row.row >= reading.first) {
        data.push(row)
        continue
      }
      reading.header = row.cells.map((cell) => cleanText(cell))
      reading.last = row.row
      reading.plan = planOf(target.sheet, row.cells, actor, chosen)
    }
    const judged = await judge(data, reading)
    let lines = ''
    for (const [index, row] of data.entries()) {
      const judgedRow = judged[index]
      if (judgedRow) lines += readRow(id, row, judgedRow, reading)
      if (lines.length < pieceLength && index < data.length - 1) continue
      yield lines
      lines = ''
    }
  }
}

async function markDuplicates(client: PoolClient, id: string, { plan, superseded }: Reading): Promise<void> {
  const rows = [...superseded.keys()].toSorted((a, b) => b - a)
  // Bottom up, so that a chain of three ends at the saved row.
  for (const row of rows) {
    const later = superseded.get(row) ?? row
    superseded.set(row, superseded.get(later) ?? later)
  }
  await client.query(sql`
    UPDATE import_rows r SET verdict = 'duplicate', reason = ${duplicateOf(plan)} || s.later
    FROM unnest(${rows}::int[], ${rows.map((row) => superseded.get(row))}::int[]) AS s(row, later)
    WHERE r.import_id = ${id} AND r.row = s.row`)
}

/** Column of each field in the file, and the columns to confirm before saving. */
export type Layout = {
  at: Record<string, number>
  asks: ColumnAsk[]
  /** Columns to be confirmed; absent for files read before this was introduced. */
  doubts?: ColumnDoubt[]
}

/** Confirms only columns with content, and guessed ones only if another column is unclear. */
function layoutOf({ plan: { columns, unclear }, filled }: Reading): Layout {
  const positions = columns.flatMap(({ name, index }) =>
    index < limits.columns ? [[name, index] as const] : [],
  )
  const asks = [...unclear.values()].filter(({ column, heading }) => heading !== '' || filled.has(column))
  const empty = new Set([...unclear.keys()].filter((column) => !asks.some((ask) => ask.column === column)))
  return { at: Object.fromEntries(positions.filter(([, index]) => !empty.has(index))), asks }
}

/** The state before the first row. */
async function openReading({ target, ctx, chosen, options }: Source): Promise<Reading> {
  const first = target.sheet.sheet.firstRow
  return {
    plan: planOf(target.sheet, [], ctx.actor, chosen),
    header: [],
    lastByKey: new Map(),
    unsaved: new Map(),
    superseded: new Map(),
    lines: new Map(),
    counts: {
      new: 0,
      update: 0,
      same: 0,
      repaired: 0,
      odd: 0,
      stored: 0,
      total: 0,
      joined: 0,
      duplicate: 0,
      bad: 0,
      blank: 0,
    },
    first,
    last: first - 1,
    width: 0,
    filled: new Set(),
    content: createHash('sha256'),
    // The transaction's own connection is busy with the copy.
    check: (await target.check?.(options, ctx.services.pool, ctx)) ?? ((rows) => rows.map(() => null)),
    isTotal: totalFinder(),
    turned: turnedDayFinder(),
    conceal: concealer(target, ctx.services),
  }
}

/**
 * Fills the preview of import `id` from the file of `source`, in the transaction of `client`, and makes it ready to
 * save. AppError if the file is unreadable or has no data row.
 */
export async function readUpload(client: PoolClient, id: string, source: Source): Promise<void> {
  const { target, ctx, options } = source
  const reading = await openReading(source)
  const copy = client.query(
    copyFrom('COPY import_rows (import_id, row, verdict, "values", notes, reason, cells) FROM STDIN'),
  )
  // Two batches ahead, like the reader thread: the streams' default of sixteen would only use more memory.
  await pipeline(Readable.from(copyLines(id, source, reading), { highWaterMark: 2 }), copy)
  if (reading.last < reading.first) throw reading.header.length > 0 ? headerOnly() : emptySheet()
  if (reading.superseded.size > 0) await markDuplicates(client, id, reading)
  const heading = hiddenHeading(target, reading.plan)
  const { at, asks } = layoutOf(reading)
  const layout = {
    at,
    asks: asks.map((ask) => ({ ...ask, heading: heading(ask.heading, ask.column) })),
    doubts: reading.turned.found(reading.plan),
  }
  const headingRow = reading.header.length > 0 ? reading.header.map(heading) : headings(target)
  const width = Math.max(
    headingRow.length,
    reading.width,
    ...Object.values(layout.at).map((index) => index + 1),
  )
  const header = Array.from({ length: width }, (_, index) => headingRow[index] ?? '')
  await client.query(sql`
    UPDATE imports SET state = 'ready', counts = ${JSON.stringify(reading.counts)}::jsonb,
      total = ${reading.last - reading.first + 1}, header = ${JSON.stringify(header)}::json,
      layout = ${JSON.stringify(layout)}::json, content_sha256 = ${reading.content.digest('hex')}
    WHERE id = ${id}`)
  await joinRows(client, id, target)
  await markStored(client, id, target, ctx.actor)
  await markOverwrites(client, id, { target, options }, ctx.actor)
  await markLost(client, id, { target, options })
}

/** Headings of a target in import order; an unread column has its own name or is the running number. */
export function headings({ sheet, unread = [] }: Target): string[] {
  const unreadNames = [...unread]
  return sheet.sheet.columns.map((name) =>
    name === null ? (unreadNames.shift() ?? 'STT') : (sheet.fields[name]?.label ?? name),
  )
}
