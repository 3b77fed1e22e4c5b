/** How many offers each choice of the shop's filters would leave, beside the choice (D3-SIM-05). */
import sql, { type Sql } from 'sql-template-tag'
import { simso } from '../../../contract/resources/simso.ts'
import type { Services } from '../../kit/context.ts'
import { offered, type OfferFilters } from './offer-search.ts'

/** Beyond so many numbers nothing is counted: everybody may ask, and nobody chooses by such figures. */
const mostFaceted = 100_000

/** The choices of a number, by filter. */
const facets = {
  nha_mang: sql`ARRAY[nha_mang]`,
  number_type: sql`ARRAY[number_type::text]`,
  loai_sim: sql`types_list`,
} as const satisfies Record<string, Sql>

/** Numbers in all and by choice; null where there are too many to count. */
export type Faceted = { n: number; by: Readonly<Record<string, number>> } | null
export type OfferCounts = Readonly<Record<keyof typeof facets, Faceted>>

/** Counted over the other filters, once for all who ask the same of a big stock. */
async function countBy(
  { totals }: Pick<Services, 'totals'>,
  name: keyof typeof facets,
  filters: OfferFilters,
): Promise<Faceted> {
  const figures = sql`
    WITH base AS MATERIALIZED (
      SELECT ${facets[name]} AS choices FROM simso WHERE ${offered({ ...filters, [name]: null })} LIMIT ${mostFaceted + 1}),
    counted AS (SELECT (SELECT count(*) FROM base) AS n, (
      SELECT coalesce(json_object_agg(choice, many), '{}') FROM (
        SELECT choice, count(*) AS many FROM base, unnest(choices) choice GROUP BY choice) t) AS by)
    SELECT n AS total, json_build_object('n', n, 'by', by)::text AS figures FROM counted`
  const counted = await totals.count({ resource: simso.path, figures })
  const found = JSON.parse(counted.figures) as NonNullable<Faceted>
  return found.n > mostFaceted ? null : found
}

/** VALIDATION with the name of a filter that cannot be read. */
export async function countOffers(
  services: Pick<Services, 'totals'>,
  filters: OfferFilters,
): Promise<OfferCounts> {
  const [nha_mang, number_type, loai_sim] = await Promise.all([
    countBy(services, 'nha_mang', filters),
    countBy(services, 'number_type', filters),
    countBy(services, 'loai_sim', filters),
  ])
  return { nha_mang, number_type, loai_sim }
}
