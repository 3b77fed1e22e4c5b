/** Number of offers, and filter counts of the shop (D3-SIM-05), cached apart from the totals of staff. */
import sql, { type Sql } from 'sql-template-tag'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import type { TotalMemory } from '#kit/server/total-memory.ts'
import { offered, offeredBy, type OfferFilters } from './offer-search.ts'
import { openShopLine } from './public-lines.ts'

/** Counting stops here: visitors do not page that far, and a public call must stay cheap. */
export const mostCounted = 10_000
/** Larger stocks are not counted per choice: such counts do not help visitors choose. */
const mostFaceted = 20_000

/** Number of offers; `more` when counting stopped early. */
export type Counted = { count: number; more: boolean }
/** Count in total and per choice, ignoring its own filter. */
export type Faceted = { n: number; by: Readonly<Record<string, number>> }
type Choices = Readonly<Record<'nha_mang' | 'number_type' | 'loai_sim', Faceted>>
/** Number of offers, with counts of the choices if there are few enough offers. */
export type OfferCounts = Counted & { choices: Choices | null }

/** Filter counts, up to half a minute old after a known change, up to a minute otherwise. BUSY under load. */
export type Counts = {
  /** VALIDATION with the name of an invalid filter. */
  total: (filters: OfferFilters) => Promise<Counted>
  ofChoices: (filters: OfferFilters) => Promise<OfferCounts>
}

const totalOf = (filters: OfferFilters): Sql => sql`
  SELECT count(*) AS total, '' AS figures FROM (SELECT FROM simso WHERE ${offered(filters).where} LIMIT ${mostCounted + 1}) c`

/** Counts in total and per choice, over the numbers that match the two other filters. */
const facet = (choices: Sql, others: Sql): Sql => sql`(
  SELECT json_build_object('n', (SELECT coalesce(sum(many), 0) FROM base WHERE ${others}), 'by', coalesce(json_object_agg(choice, many), '{}'))
  FROM (SELECT choice, sum(many) AS many FROM base, ${choices} choice WHERE ${others} GROUP BY choice) t)`

/** One pass over all numbers needed by any count, so that the counts are consistent; equal combinations are grouped first. */
const figuresOf = ({ nha_mang, number_type, loai_sim, ...others }: OfferFilters): Sql => sql`
  WITH base AS MATERIALIZED (
    SELECT nha_mang, number_type, types_list, a, b, c, count(*) AS many FROM (
      SELECT * FROM (
        SELECT nha_mang, number_type, types_list, ${offeredBy({ nha_mang }).where} AS a, ${offeredBy({ number_type }).where} AS b,
          ${offeredBy({ loai_sim }).where} AS c
        FROM simso WHERE ${offered(others).where}) s
      WHERE a::int + b::int + c::int >= 2 LIMIT ${mostFaceted + 1}) found
    GROUP BY 1, 2, 3, 4, 5, 6)
  SELECT n AS total, json_build_object('n', n, 'total', total,
    'nha_mang', ${facet(sql`unnest(ARRAY[nha_mang])`, sql`b AND c`)},
    'number_type', ${facet(sql`unnest(ARRAY[number_type::text])`, sql`a AND c`)},
    'loai_sim', ${facet(sql`unnest(types_list)`, sql`a AND b`)})::text AS figures
  FROM (SELECT coalesce(sum(many), 0)::int AS n, coalesce(sum(many) FILTER (WHERE a AND b AND c), 0)::int AS total FROM base) k`

/** Opens the cache of counts. They are computed one at a time, as each may read much of the stock. */
export function openCounts(totals: TotalMemory): Counts {
  const memory = totals.apart({
    most: 1_000,
    unchanged: { trust: 30_000, longest: 60_000 },
    changed: { trust: 5_000, longest: 30_000 },
    inTurn: openShopLine(),
  })
  const count = (figures: Sql) => memory.count({ resource: simso.path, figures })

  async function total(filters: OfferFilters): Promise<Counted> {
    const counted = await count(totalOf(filters))
    return { count: Math.min(counted.total, mostCounted), more: counted.total > mostCounted }
  }

  async function ofChoices(filters: OfferFilters): Promise<OfferCounts> {
    const { figures } = await count(figuresOf(filters))
    const { n, total: found, ...choices } = JSON.parse(figures) as Choices & { n: number; total: number }
    if (n <= mostFaceted) return { count: found, more: false, choices }
    // Counting stopped at the limit.
    if (found > mostCounted) return { count: mostCounted, more: true, choices: null }
    return { ...(await total(filters)), choices: null }
  }

  return { total, ofChoices }
}
