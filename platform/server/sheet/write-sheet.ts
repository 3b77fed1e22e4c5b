/** Writes rows as an .xlsx stream while they are read from the database (D1-EXP-05, D1-Q-156). */
import { Readable } from 'node:stream'
import type { ColumnType } from './cell-xml.ts'
import { cellXml, headerXml } from './cell-xml.ts'
import { closingParts, sheetHead, sheetPath } from './workbook-parts.ts'
import type { ZipPart } from './zip-stream.ts'
import { zipStream } from './zip-stream.ts'

/** Limit of the file format; further rows continue in 'Sheet 2' with the same header. */
const rowsPerSheet = 1_048_576
/** Characters collected before they are compressed. */
const chunkSize = 64 * 1024

/** 0 → 'A', 26 → 'AA'. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

type Table = { columns: string[]; header: string[]; types: readonly ColumnType[] }

/** Single rows out of batches. */
type Source = { peek: () => Promise<boolean>; take: () => unknown[]; close: () => Promise<void> }

function sourceOf(batches: AsyncIterable<unknown[][]>): Source {
  const iterator = batches[Symbol.asyncIterator]()
  let batch: unknown[][] = []
  let position = 0
  let ended = false
  return {
    peek: async () => {
      while (position >= batch.length && !ended) {
        const next = await iterator.next()
        ended = next.done === true
        batch = next.done ? [] : next.value
        position = 0
      }
      return position < batch.length
    },
    take: () => batch[position++] ?? [],
    close: async () => {
      if (!ended) await iterator.return?.()
    },
  }
}

function rowXml(row: number, cells: readonly unknown[], { columns, types }: Table): string {
  let xml = `<row r="${row}">`
  for (const [index, column] of columns.entries())
    xml += cellXml(column + row, cells[index], types[index] ?? 'text')
  return `${xml}</row>`
}

function openingXml({ columns, header, types }: Table): string {
  const widths = columns.map((_, index) => {
    const least = types[index] === 'instant' ? 20 : 12
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.max(least, (header[index] ?? '').length + 2)}" customWidth="1"/>`
  })
  const headings = columns.map((column, index) => headerXml(`${column}1`, header[index] ?? ''))
  return `${sheetHead}<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
}

async function* sheetXml(source: Source, table: Table): AsyncGenerator<string> {
  let xml = openingXml(table)
  for (let row = 2; row <= rowsPerSheet && (await source.peek()); row++) {
    xml += rowXml(row, source.take(), table)
    if (xml.length < chunkSize) continue
    yield xml
    xml = ''
  }
  yield `${xml}</sheetData></worksheet>`
}

/** A sheet of fixed texts after the rows. */
type Second = {
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

const tableOf = (header: readonly string[], types: readonly ColumnType[] = []): Table => ({
  columns: header.map((_, index) => columnName(index)),
  header: [...header],
  types,
})

async function* once(rows: Second['rows']): AsyncGenerator<unknown[][]> {
  yield rows.map((row) => [...row])
}

async function* parts(
  batches: AsyncIterable<unknown[][]>,
  table: Table,
  second: Second | undefined,
): AsyncGenerator<ZipPart> {
  const source = sourceOf(batches)
  let sheets = 0
  try {
    do {
      sheets++
      yield { name: sheetPath(sheets), chunks: sheetXml(source, table) }
    } while (await source.peek())
  } finally {
    await source.close()
  }
  const names = Array.from({ length: sheets }, (_, index) => `Sheet ${index + 1}`)
  if (second) {
    names.push(second.name)
    const chunks = sheetXml(sourceOf(once(second.rows)), tableOf(second.header))
    yield { name: sheetPath(names.length), chunks }
  }
  for (const [name, xml] of closingParts(names)) yield { name, chunks: [xml] }
}

/**
 * The bytes of an .xlsx with one sheet 'Sheet 1', followed by `second`. `rows` gives batches of rows, cells in the
 * order of `header`; `types` are the column types. Rows are only requested as fast as the stream is read, and `rows` is
 * closed if the stream is destroyed. An error of `rows` becomes the stream's error.
 */
export function writeSheet(
  header: string[],
  rows: AsyncIterable<unknown[][]>,
  types: readonly ColumnType[],
  second?: Second,
): Readable {
  return Readable.from(zipStream(parts(rows, tableOf(header, types), second)), { objectMode: false })
}
