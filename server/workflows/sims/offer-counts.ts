/** Number of offers, and filter counts of the shop's choices (D3-SIM-05). */
import sql, { type Sql } from 'sql-template-tag'
import { simso } from '../../../contract/resources/simso.ts'
import type { Services } from '../../kit/context.ts'
import { offered, offeredBy, type OfferFilters } from './offer-search.ts'

/** Larger stocks are not counted per choice: the call is public, and such counts help nobody choose. */
const mostFaceted = 20_000

/** Count in total and per choice, ignoring its own filter. */
export type Faceted = { n: number; by: Readonly<Record<string, number>> }
export type OfferCounts = { total: number } & Readonly<
  Record<'nha_mang' | 'number_type' | 'loai_sim', Faceted>
>

/** Count in total and per choice, over the numbers that match the two other choices. */
const facet = (choices: Sql, others: Sql): Sql => sql`(
  SELECT json_build_object('n', (SELECT count(*) FROM base WHERE ${others}), 'by', coalesce(json_object_agg(choice, many), '{}'))
  FROM (SELECT choice, count(*) AS many FROM base, ${choices} choice WHERE ${others} GROUP BY choice) t)`

/** One pass over all numbers that any figure counts, so that the figures agree. */
const figuresOf = ({ nha_mang, number_type, loai_sim, ...others }: OfferFilters): Sql => sql`
  WITH base AS MATERIALIZED (
    SELECT * FROM (
      SELECT nha_mang, number_type, types_list, ${offeredBy({ nha_mang })} AS a, ${offeredBy({ number_type })} AS b,
        ${offeredBy({ loai_sim })} AS c
      FROM simso WHERE ${offered(others)}) s
    WHERE a::int + b::int + c::int >= 2 LIMIT ${mostFaceted + 1})
  SELECT n AS total, json_build_object('n', n, 'total', total,
    'nha_mang', ${facet(sql`unnest(ARRAY[nha_mang])`, sql`b AND c`)},
    'number_type', ${facet(sql`unnest(ARRAY[number_type::text])`, sql`a AND c`)},
    'loai_sim', ${facet(sql`unnest(types_list)`, sql`a AND b`)})::text AS figures
  FROM (SELECT count(*) AS n, count(*) FILTER (WHERE a AND b AND c) AS total FROM base) k`

/** Cached per query for a big stock; null when there are too many to count. VALIDATION with the name of an invalid filter. */
export async function countOffers(
  { pool, totals }: Pick<Services, 'pool' | 'totals'>,
  filters: OfferFilters,
): Promise<OfferCounts | null> {
  const counting = { resource: simso.path, figures: figuresOf(filters) }
  const counted = await (totals.find(counting) ??
    totals.learn(counting, async () => {
      const { rows } = await pool.query<{ total: number; figures: string }>(counting.figures)
      if (!rows[0]) throw new Error('the offers were not counted')
      return rows[0]
    }))
  const { n, ...counts } = JSON.parse(counted.figures) as OfferCounts & { n: number }
  return n > mostFaceted ? null : counts
}
