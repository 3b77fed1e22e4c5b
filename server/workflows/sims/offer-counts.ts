/** How many offers there are, and how many each choice of the shop's filters would leave, beside the choice (D3-SIM-05). */
import sql, { type Sql } from 'sql-template-tag'
import { simso } from '../../../contract/resources/simso.ts'
import type { Services } from '../../kit/context.ts'
import { offered, offeredBy, type OfferFilters } from './offer-search.ts'

/** Beyond so many numbers nothing is counted: everybody may ask, and nobody chooses by such figures. */
const mostFaceted = 20_000

/** Numbers in all and by choice, the own filter left out. */
export type Faceted = { n: number; by: Readonly<Record<string, number>> }
export type OfferCounts = { total: number } & Readonly<
  Record<'nha_mang' | 'number_type' | 'loai_sim', Faceted>
>

/** Of the numbers that the two other choices leave: how many, and how many of each choice. */
const facet = (choices: Sql, others: Sql): Sql => sql`(
  SELECT json_build_object('n', (SELECT count(*) FROM base WHERE ${others}), 'by', coalesce(json_object_agg(choice, many), '{}'))
  FROM (SELECT choice, count(*) AS many FROM base, ${choices} choice WHERE ${others} GROUP BY choice) t)`

/** One look at the numbers that any of the figures counts, so that all of them are of the same moment. */
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

/**
 * Counted once for all who ask the same of a big stock; null where there are too many to count. VALIDATION with the name of
 * a filter that cannot be read.
 */
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
