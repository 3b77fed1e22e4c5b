/** Searching notes by words in place of substrings, if the word index is faster. */
import sql, { type Sql } from 'sql-template-tag'
import { sourceOf, tableOf, type Resource } from '#kit/contract/resource.ts'
import { foldText } from '#kit/contract/text.ts'
import type { Ctx } from './context.ts'
import { hasWords, ident } from './kinds.ts'
import { mostCounted } from './total-memory.ts'

/** Words in a larger share of the rows are found faster by scanning the newest rows. */
const common = 0.05

const plainWords = /^[a-z]+(?:\s+[a-z]+)*$/

type Words = { parameter: string; field: string; text: string }

/** The texts in a query that consist of words only; texts with digits and signs are searched as substrings. */
export const wordsOf = (
  { filter }: Pick<Resource, 'filter'>,
  query: Readonly<Record<string, string>>,
): Words[] =>
  Object.entries(filter).flatMap(([parameter, { op, on }]) => {
    const text = query[parameter]?.trim() ?? ''
    return op === 'words' && plainWords.test(foldText(text)) ? [{ parameter, field: on, text }] : []
  })

type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** How many rows have something: 'few' can be found at once, 'some' are still found by their index. */
type Frequency = 'few' | 'some' | 'many'

/** Of the rows of the resource with this condition, as the planner expects from its statistics, without reading a row. */
async function frequency(resource: Resource, condition: Sql, { db }: Pick<Ctx, 'db'>): Promise<Frequency> {
  const { rows } = await db.query<Plan>(
    sql`EXPLAIN (FORMAT JSON) SELECT FROM ${ident(sourceOf(resource))} WHERE ${condition}`,
  )
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  if (expected <= mostCounted) return 'few'
  const { rows: sizes } = await db.query<{ rows: number }>(
    sql`SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = ${tableOf(resource)}::regclass`,
  )
  return expected <= (sizes[0]?.rows ?? 0) * common ? 'some' : 'many'
}

/** How many rows have these words. */
export const frequencyOf = (
  resource: Resource,
  { field, text }: Words,
  ctx: Pick<Ctx, 'db'>,
): Promise<Frequency> => frequency(resource, hasWords(field, text), ctx)

/** More words than this with the sought part are not looked up one by one. */
const mostTerms = 500

/**
 * Condition of the few rows with a word or pair that can contain the text, by the index of words; `false` where no text
 * has one. Null where it would not make a search for part of a text quicker.
 */
export async function termsCondition(
  resource: Resource,
  { field, text }: Words,
  ctx: Pick<Ctx, 'db'>,
): Promise<Sql | null> {
  const { rows } = await ctx.db.query<{ terms: string | null }>(
    sql`SELECT terms_with(${tableOf(resource)}, fold(${text}), ${mostTerms}) AS terms`,
  )
  const terms = rows[0]?.terms ?? null
  if (terms === null) return null
  if (terms === '') return sql`false`
  const among = sql`words_of(${ident(`${field}_fold`)}) @@ ${terms}::tsquery`
  return (await frequency(resource, among, ctx)) === 'few' ? among : null
}
