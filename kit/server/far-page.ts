/** Pages far down a list start from a remembered row, in place of an OFFSET over all rows before them. */
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Counted, Start } from './total-memory.ts'

/** Offset of the first far page; nearer ones use OFFSET. */
export const farFrom = 5_000

/** A list whose order is descending in all keys; the last key is unique. */
export type Listed = { from: Sql; where: Sql; keys: Sql[] }

/** ORDER BY of the keys, one direction for all. */
const ordered = (keys: Sql[], direction: 'ASC' | 'DESC'): Sql =>
  join(
    keys.map((key) => (direction === 'ASC' ? sql`${key} ASC` : sql`${key} DESC`)),
    ', ',
  )

/** The rows from a start on, inclusive. Rows with a NULL key come first in a descending order, so the comparison excludes none. */
export const fromPageStart = ({ keys }: Listed, start: string[]): Sql =>
  sql`(${join(keys, ', ')}) <= (${join(start, ', ')})`

async function rowAt(
  db: Queryable,
  listed: Listed,
  direction: 'ASC' | 'DESC',
  offset: number,
  start?: string[],
): Promise<Start> {
  const { from, where, keys } = listed
  const { rows } = await db.query<{ keys: (string | null)[] }>(sql`
    SELECT ARRAY[${join(
      keys.map((key) => sql`${key}::text`),
      ', ',
    )}] AS keys FROM ${from} WHERE ${where} AND ${start ? fromPageStart(listed, start) : sql`true`}
    ORDER BY ${ordered(keys, direction)} OFFSET ${offset} LIMIT 1`)
  const [row] = rows
  if (!row) return null
  const whole = row.keys.filter((key) => key !== null)
  return whole.length === row.keys.length ? whole : undefined
}

type Known = Map<number, Promise<Start>>
/** Most starts remembered per order of a filter. */
const mostStarts = 5_000

/** Walks from the nearer end of the list, or from the nearest known start before it; reads keys only. */
async function walkTo(
  db: Queryable,
  listed: Listed,
  total: number,
  knownStarts: Known,
  offset: number,
): Promise<Start> {
  const nearest = Math.max(0, ...[...knownStarts.keys()].filter((startOffset) => startOffset < offset))
  const start = await knownStarts.get(nearest)
  const ahead = offset - (start ? nearest : 0)
  const last = total - 1 - offset
  return last < ahead ? rowAt(db, listed, 'ASC', last) : rowAt(db, listed, 'DESC', ahead, start ?? undefined)
}

/** Sort keys of the row at `offset`, found once for all readers. */
export function findPageStart(
  db: Queryable,
  listed: Listed,
  { total, starts }: Counted,
  offset: number,
): Promise<Start> {
  if (offset >= total) return Promise.resolve(null)
  const order = ordered(listed.keys, 'DESC').text
  const knownStarts: Known = starts.get(order) ?? new Map()
  starts.set(order, knownStarts)
  const remembered = knownStarts.get(offset)
  if (remembered) return remembered
  const start = walkTo(db, listed, total, knownStarts, offset)
  const [oldest] = knownStarts.keys()
  if (knownStarts.size >= mostStarts && oldest !== undefined) knownStarts.delete(oldest)
  knownStarts.set(offset, start)
  start.catch(() => knownStarts.delete(offset))
  return start
}
