/** The rows of a spreadsheet file in batches, whatever its format; runs inside the worker. */
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { csvRows } from './csv-rows.ts'
import { inspectHandle } from './inspect-file.ts'
import { batchRows, limits } from './limits.ts'
import { readRange } from './read-range.ts'
import { emptySheet, headerOnly, tooManyRows } from './refusals.ts'
import type { SheetRow } from './sheet-row.ts'
import { openWorkbook } from './workbook.ts'
import { worksheetRows } from './worksheet.ts'
import { readEntry } from './zip-entry.ts'

async function* allRows(file: FileHandle): AsyncGenerator<SheetRow[]> {
  const inspected = await inspectHandle(file, '')
  if (inspected.kind === 'csv') return yield* csvRows(readRange(file, 0, inspected.size), inspected.delimiter)
  const book = await openWorkbook(file, inspected.parts)
  yield* worksheetRows(readEntry(file, book.sheet), book)
}

/** Batches of rows from `fromRow` on. AppError if there is none, or more than the limit. */
export async function* sheetRows(path: string, fromRow: number): AsyncGenerator<SheetRow[]> {
  const file = await open(path)
  const batch: SheetRow[] = []
  let rows = 0
  let above = 0
  try {
    for await (const read of allRows(file)) {
      const wanted = read.filter(({ row }) => row >= fromRow)
      above += read.length - wanted.length
      rows += wanted.length
      if (rows > limits.rows) throw tooManyRows()
      batch.push(...wanted)
      while (batch.length >= batchRows) yield batch.splice(0, batchRows)
    }
    if (rows === 0) throw above > 0 ? headerOnly() : emptySheet()
    if (batch.length > 0) yield batch
  } finally {
    await file.close()
  }
}
