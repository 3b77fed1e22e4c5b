/** Pages far down a list: read onward from a remembered row instead of counting through all the rows before them. */
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '../db/pool.ts'

/** From this row on a page is far; nearer ones are walked to, and counted, afresh each time. */
export const farFrom = 5_000
/** How long the number of rows and the places found are trusted, in ms: a total on a far page may be this old. */
const trust = 5_000
/** Filters remembered at most. */
const most = 200

export type Listed = { from: Sql; where: Sql; keys: Sql[] }
/** A row that is known to stand at `offset`: its sort keys as text. */
type PageStart = { offset: number; keys: string[] }
type Walk = { at: number; total: Promise<number>; starts: Map<number, Promise<PageStart | undefined>> }

const walks = new Map<string, Walk>()

/** ORDER BY of the keys, one direction for all. */
const ordered = (keys: Sql[], way: 'ASC' | 'DESC'): Sql =>
  join(
    keys.map((key) => (way === 'ASC' ? sql`${key} ASC` : sql`${key} DESC`)),
    ', ',
  )

/** The rows from a start on, that row included, in an order that is descending in all its keys. */
export const fromPageStart = ({ keys }: Listed, start: string[]): Sql =>
  sql`(${join(keys, ', ')}) <= (${join(start, ', ')})`

async function count(db: Queryable, { from, where }: Listed): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`,
  )
  return rows[0]?.total ?? 0
}

async function rowAt(db: Queryable, listed: Listed, way: 'ASC' | 'DESC', offset: number, start?: string[]) {
  const { from, where, keys } = listed
  const { rows } = await db.query<{ keys: string[] }>(sql`
    SELECT ARRAY[${join(
      keys.map((key) => sql`${key}::text`),
      ', ',
    )}] AS keys FROM ${from} WHERE ${where} AND ${start ? fromPageStart(listed, start) : sql`true`}
    ORDER BY ${ordered(keys, way)} OFFSET ${offset} LIMIT 1`)
  return rows[0]?.keys
}

/** Walks to a row from the end of the list or the start before it that is nearest; only keys are read on the way. */
async function walkTo(
  db: Queryable,
  listed: Listed,
  walk: Walk,
  offset: number,
): Promise<PageStart | undefined> {
  const total = await walk.total
  if (offset >= total) return undefined
  const known = [...walk.starts].filter(([at]) => at < offset).toSorted(([a], [b]) => b - a)[0]
  const before = known && (await known[1])
  const last = total - 1 - offset
  const ahead = offset - (before?.offset ?? 0)
  const keys =
    last < ahead ? await rowAt(db, listed, 'ASC', last) : await rowAt(db, listed, 'DESC', ahead, before?.keys)
  return keys && { offset, keys }
}

function walkOf(db: Queryable, listed: Listed): Walk {
  const { text, values } = sql`${listed.from} ${listed.where} ${join(listed.keys, ', ')}`
  const key = JSON.stringify([text, values])
  const known = walks.get(key)
  if (known && performance.now() - known.at < trust) return known
  const walk: Walk = { at: performance.now(), total: count(db, listed), starts: new Map() }
  walks.delete(key)
  walks.set(key, walk)
  // What failed is not remembered.
  walk.total.catch(() => walks.delete(key))
  const oldest = walks.keys().next().value
  if (walks.size > most && oldest !== undefined) walks.delete(oldest)
  return walk
}

/** Rows under the filter and the sort keys of the row at `offset`; no start when the list ends before it. */
export async function findPageStart(
  db: Queryable,
  listed: Listed,
  offset: number,
): Promise<{ total: number; start: string[] | undefined }> {
  const walk = walkOf(db, listed)
  const found = walk.starts.get(offset) ?? walkTo(db, listed, walk, offset)
  walk.starts.set(offset, found)
  found.catch(() => walk.starts.delete(offset))
  return { total: await walk.total, start: (await found)?.keys }
}
