/** Searching notes by words in place of substrings, if the word index is faster. */
import sql from 'sql-template-tag'
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

/** Whether the planner expects few rows of the resource with these words; from its statistics, without reading a row. */
export async function areRare(
  resource: Resource,
  { field, text }: Words,
  { db }: Pick<Ctx, 'db'>,
): Promise<boolean> {
  const { rows } = await db.query<Plan>(
    sql`EXPLAIN (FORMAT JSON) SELECT FROM ${ident(sourceOf(resource))} WHERE ${hasWords(field, text)}`,
  )
  const expected = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  if (expected <= mostCounted) return true
  const { rows: sizes } = await db.query<{ rows: number }>(
    sql`SELECT reltuples AS rows FROM pg_class WHERE oid = ${ident(tableOf(resource)).sql}::regclass`,
  )
  return expected <= (sizes[0]?.rows ?? 0) * common
}
