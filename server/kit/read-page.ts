/** A page of a declared list: its rows and, counted now or remembered, its total and figures. */
import sql, { type Sql } from 'sql-template-tag'
import { exportThreshold, type Resource } from '../../contract/kit/resource.ts'
import type { Row } from '../../contract/kit/row-schema.ts'
import type { Page as PageOf } from '../../contract/kit/shapes.ts'
import { prepared } from '../db/prepared.ts'
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
  /** What was asked, for the figures that hang on it. */
  query: Readonly<Record<string, string>>
  /** Rows are looked for by part of a text (kinds.ts). */
  searched: boolean
  order: Order
  limit: number
  offset: number
}
type Found = Figures & { rows: string }

/** The rows of a page as JSON text. */
const rowsJson = (resource: Resource, { select, from, where, order, limit, offset }: Page): Sql => sql`
  (SELECT coalesce(json_agg(r), '[]'::json)::text FROM (
    SELECT ${select} FROM ${from} WHERE ${where}
    ORDER BY ${ordering(resource, order)} LIMIT ${limit} OFFSET ${offset}) r) AS rows`

/** `figures` as JSON text: the number of all rows and what the declaration adds to it. */
export const figuresJson = (
  resource: Resource,
  { from, where, query }: Pick<Page, 'from' | 'where' | 'query'>,
  ctx: Ctx,
): Sql => sql`
  c.n AS total, json_build_object('count', c.n ${totals(resource, ctx.actor, { from, where }, query)})::text AS figures
  FROM (SELECT count(*) AS n ${sums(resource, ctx.actor, query)} FROM ${from} WHERE ${where}) c`

/** The number of rows of a search, of which no more than these are looked at; `more` says whether there are others. */
const searchedFigures = ({ from, where }: Page): Sql => sql`
  least(c.n, ${mostCounted}) AS total,
  json_build_object('count', least(c.n, ${mostCounted}), 'more', c.n > ${mostCounted})::text AS figures
  FROM (SELECT count(*) AS n FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${mostCounted + 1}) f) c`

type Rows = PageOf<Row>

const answer = (rows: string, figures: string): Json<Rows> => json(`{"values":${rows},${figures.slice(1)}`)

/** The row of a statement; a search by part of a text needs a plan of its own each time, all others keep theirs. */
async function ask<T extends object>(ctx: Ctx, statement: Sql, searched: boolean): Promise<T> {
  const { rows } = await ctx.db.query<T>(searched ? statement : prepared(statement))
  const [row] = rows
  if (!row) throw new Error('a page was not answered')
  return row
}

/** The page beside what was counted; one far down starts at its first row, which is found once for all who ask. */
async function readBeside(counted: Counted, resource: Resource, page: Page, ctx: Ctx): Promise<Json<Rows>> {
  const keys = page.offset < farFrom ? null : descendingKeys(resource, page.order)
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
 * The page of a declared list. Totals and figures of more than `mostCounted` rows are remembered; a search by part of a
 * text is counted to there, unless the list has figures over all of its rows. An answer of all rows is counted exactly.
 */
export async function readPage(resource: Resource, ctx: Ctx, page: Page): Promise<Json<Rows>> {
  const rows = rowsJson(resource, page)
  const all = page.limit > exportThreshold
  if (page.searched && !resource.totals && !all) {
    const found = await ask<Found>(ctx, sql`SELECT ${rows}, ${searchedFigures(page)}`, true)
    return answer(found.rows, found.figures)
  }
  const figures = figuresJson(resource, page, ctx)
  const whole = () => ask<Found>(ctx, sql`SELECT ${rows}, ${figures}`, page.searched)
  const { totals: memory } = ctx.services
  const counting = { resource: resource.path, figures: sql`SELECT ${figures}` }
  const known = all ? undefined : page.offset < farFrom ? memory.find(counting) : memory.count(counting)
  if (known) return readBeside(await known, resource, page, ctx)
  const found = await (all ? whole() : memory.learn(counting, whole))
  return answer(found.rows, found.figures)
}
