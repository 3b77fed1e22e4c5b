/** Bulk inserts into a table. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { PoolClient } from '#platform/server/db/pool.ts'

type Cell = string | number | null

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cellText = (cell: Cell): string =>
  cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)

/** Rows per chunk of the stream: large enough for speed, small enough for memory. */
const piece = 1000

function* pieces<T>(items: readonly T[], cells: readonly ((item: T) => Cell)[]): Generator<string> {
  for (let start = 0; start < items.length; start += piece) {
    yield items
      .slice(start, start + piece)
      .map((item) => `${cells.map((cell) => cellText(cell(item))).join('\t')}\n`)
      .join('')
  }
}

/** Copies `items` in order; `columns` maps each column of the table to a value of an item. */
export async function copyRows<T>(
  client: PoolClient,
  table: string,
  items: readonly T[],
  columns: Readonly<Record<string, (item: T) => Cell>>,
): Promise<void> {
  const names = Object.keys(columns)
    .map((name) => pg.escapeIdentifier(name))
    .join(', ')
  const target = client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`))
  await pipeline(Readable.from(pieces(items, Object.values(columns))), target)
}
