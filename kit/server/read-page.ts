/** A page of a declared list: rows, and totals that are counted now or remembered. */
import sql, { type Sql } from 'sql-template-tag'
import { exportThreshold, largestPage, type Resource } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import type { Page as PageOf } from '#kit/contract/shapes.ts'
import { requireConfirmedFor } from '#platform/server/db/confirmed.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { json, type Json } from './answer.ts'
import type { Ctx } from './context.ts'
import { farFrom, findPageStart, fromPageStart } from './far-page.ts'
import { descendingKeys, ordering, type Order } from './order.ts'
import { mostCounted, type Counted, type Figures } from './total-memory.ts'
import { sums, totals } from './totals.ts'

type Page = {
  select: Sql
  from: Sql
  where: Sql
  /** The query, for totals that depend on it. */
  query: Readonly<Record<string, string>>
  /** A search for part of a text (kinds.ts). */
  searched: boolean
  /** An index finds the few rows with these words. */
  rare?: boolean
  order: Order
  limit: number
  offset: number
}
type Found = Figures & { rows: string }

const rowsJson = (resource: Resource, { select, from, where, order, limit, offset }: Page): Sql => sql`
  (SELECT coalesce(json_agg(r), '[]'::json)::text FROM (
    SELECT ${select} FROM ${from} WHERE ${where}
    ORDER BY ${ordering(resource, order)} LIMIT ${limit} OFFSET ${offset}) r) AS rows`

/** Count and totals of a list as JSON text. */
export const figuresJson = (
  resource: Resource,
  { from, where, query }: Pick<Page, 'from' | 'where' | 'query'>,
  ctx: Ctx,
): Sql => sql`
  c.n AS total, json_build_object('count', c.n ${totals(resource, ctx.actor, { from, where }, query)})::text AS figures
  FROM (SELECT count(*) AS n ${sums(resource, ctx.actor, query)} FROM ${from} WHERE ${where}) c`

/** Count of a search, up to a limit; `more` tells whether there are others, of which `total` includes one. */
const searchedFigures = ({ from, where }: Page): Sql => sql`
  c.n AS total,
  json_build_object('count', least(c.n, ${mostCounted}), 'more', c.n > ${mostCounted})::text AS figures
  FROM (SELECT count(*) AS n FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${mostCounted + 1}) f) c`

/** Page and count of few rows, which are found once for both. Where there are more than are counted, the page is not the first. */
const foundOnce = (resource: Resource, { select, from, where, order, limit, offset }: Page): Sql => sql`
  WITH found AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY ${ordering(resource, order)}) AS place
    FROM (SELECT * FROM ${from} WHERE ${where} LIMIT ${mostCounted + 1}) f)
  SELECT (SELECT coalesce(json_agg(r), '[]'::json)::text FROM (
      SELECT ${select} FROM ${from}
      WHERE id = ANY (ARRAY(SELECT id FROM found WHERE place > ${offset}::bigint AND place <= ${offset + limit}::bigint))
      ORDER BY ${ordering(resource, order)}) r) AS rows,
    n AS total, json_build_object('count', n, 'more', false)::text AS figures
  FROM (SELECT count(*) AS n FROM found) c`

type Rows = PageOf<Row>

const answer = (rows: string, figures: string): Json<Rows> => json(`{"values":${rows},${figures.slice(1)}`)

/** Row of a statement; a text search needs a new plan each time, others use a cached one. */
async function ask<T extends object>(ctx: Ctx, statement: Sql, searched: boolean): Promise<T> {
  const { rows } = await ctx.db.query<T>(searched ? statement : prepared(statement))
  const [row] = rows
  if (!row) throw new Error('a page was not answered')
  return row
}

/** The page with remembered totals; a far one starts at its first row, which is found once for all readers. */
async function readWithTotals(
  counted: Counted,
  resource: Resource,
  page: Page & { far: boolean },
  ctx: Ctx,
): Promise<Json<Rows>> {
  const keys = page.far ? descendingKeys(resource, page.order) : null
  const listed = keys && { from: page.from, where: page.where, keys }
  const start = listed ? await findPageStart(ctx.db, listed, counted, page.offset) : undefined
  if (start === null) return answer('[]', counted.figures)
  const from =
    listed && start ? { where: sql`${page.where} AND ${fromPageStart(listed, start)}`, offset: 0 } : {}
  const statement = sql`SELECT ${rowsJson(resource, { ...page, ...from })}`
  const { rows } = await ask<{ rows: string }>(ctx, statement, page.searched)
  return answer(rows, counted.figures)
}

/**
 * The page of a declared list. Totals of more than `mostCounted` rows are remembered; a text search is counted up to
 * that, unless the list has totals over all rows, and the fact that there are more is remembered too. An answer with
 * all rows is counted exactly.
 */
export async function readPage(resource: Resource, ctx: Ctx, page: Page): Promise<Json<Rows>> {
  const rows = rowsJson(resource, page)
  const wholeList = page.limit > exportThreshold
  const slice = page.limit > largestPage
  const upTo = page.searched && !resource.totals && !slice
  const figures = upTo ? searchedFigures(page) : figuresJson(resource, page, ctx)
  const usual = () => ask<Found>(ctx, sql`SELECT ${rows}, ${figures}`, page.searched)
  async function whole(): Promise<Found> {
    if (!page.rare || !upTo) return usual()
    const found = await ask<Found>(ctx, foundOnce(resource, page), true)
    return found.total > mostCounted ? usual() : found
  }
  const { totals: memory } = ctx.services
  const counting = { resource: resource.path, figures: sql`SELECT ${figures}` }
  // A count that stopped at the limit is not the length of the list.
  const far = !upTo && page.offset >= farFrom
  const remembered = wholeList ? undefined : far ? memory.count(counting) : memory.find(counting)
  if (remembered) {
    const counted = await remembered
    if (slice) await requireConfirmedFor(counted.total, ctx)
    return readWithTotals(counted, resource, { ...page, far }, ctx)
  }
  const result = await (wholeList ? whole() : memory.learn(counting, whole))
  if (slice) await requireConfirmedFor(result.total, ctx)
  return answer(result.rows, result.figures)
}
