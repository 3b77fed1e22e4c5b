/** Puts many rows into a table at once. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { PoolClient } from '../db/pool.ts'

export type Cell = string | number | boolean | null

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cellText = (cell: Cell): string =>
  cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)

/** Rows in one piece of the stream: large enough that the pieces cost nothing, small enough for the memory. */
const piece = 1000

function* pieces(rows: readonly Cell[][]): Generator<string> {
  for (let at = 0; at < rows.length; at += piece) {
    yield rows
      .slice(at, at + piece)
      .map((row) => `${row.map(cellText).join('\t')}\n`)
      .join('')
  }
}

/** Copies `rows`, cells in the order of `columns`; rows keep their order. Answers how many. */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly Cell[][],
): Promise<number> {
  const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  await pipeline(Readable.from(pieces(rows)), client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`)))
  return rows.length
}
