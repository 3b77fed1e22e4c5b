/** Reads stock data for number pages and the sitemap (D3-SIM-10). */
import sql, { type Sql } from 'sql-template-tag'
import type { Offer } from '#subjects/sims/contract/calls/sims.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import { openPageMemory, type Keeping } from './page-memory.ts'
import { openLine, type Line } from './public-lines.ts'

/** Every public column by name. */
export const publicColumns: Sql = sql`id, so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_khach_hang,
  (SELECT json_agg(json_build_object('loai_sim', t) ORDER BY n) FROM unnest(types_list) WITH ORDINALITY AS k(t, n)) AS types`

const isOffered = sql`deleted_at IS NULL AND trang_thai = sim_con_sim() AND gia_khach_hang > 0`

/** A number by its digits: for sale, formerly in the stock (by id), or unknown. */
type NumberFound = { offer: Offer } | { gone: string } | null

/** First and last number of a part of the sitemap. */
type Span = readonly [first: string, last: string]

export type NumberPages = {
  /** Digits of the number that an old URL identifies by id; null when unknown. */
  digitsOf: (id: string) => Promise<string | null>
  byDigits: (digits: string) => Promise<NumberFound>
  /** A few numbers for sale with a similar ending, longest common ending first. */
  similar: (digits: string) => Promise<Offer[]>
  /** Parts of the sitemap; together they cover all numbers for sale. */
  spans: () => Promise<Span[]>
  /** Numbers for sale in a span, comma-separated, up to the limit of a sitemap part. */
  inSpan: (span: Span) => Promise<string>
}

const mostSimilar = 6
/** Maximum URLs of one sitemap by its protocol. Parts start with fewer, to leave room for numbers added meanwhile. */
const mostInPart = 50_000
const part = 45_000

/** Cache lifetimes of the sitemap: crawlers come rarely, while the stock changes each second. */
const keeping: Keeping = { longest: 600_000, afterChange: 60_000, most: 60 }

/** Last number of the part that starts after `before`, and whether another part follows; null for an empty part. */
async function partAfter(
  db: Queryable,
  before: string,
  size: number,
): Promise<{ span: Span; more: boolean } | null> {
  const { rows } = await db.query<{ first: string | null; last: string; n: number }>(sql`
    SELECT min(so_dien_thoai) AS first, max(so_dien_thoai) AS last, count(*)::int AS n FROM (
      SELECT so_dien_thoai FROM simso WHERE ${isOffered} AND so_dien_thoai > ${before}
      ORDER BY so_dien_thoai LIMIT ${size}) p`)
  const [page] = rows
  return page?.first ? { span: [page.first, page.last], more: page.n === size } : null
}

/**
 * Offers with the longest common ending: five, four, three or two digits, each a range of the index of reversed numbers with a small limit.
 */
function similarTo(digits: string): Sql {
  const reversed = [...digits].reverse().join('')
  return sql`
    SELECT ${publicColumns} FROM simso JOIN (
      SELECT DISTINCT ON (n.id) n.id AS similar_id, tail FROM unnest(${[5, 4, 3, 2]}::int[]) tail, LATERAL (
        SELECT s.id FROM simso s
        WHERE reverse(s.so_dien_thoai) ~>=~ left(${reversed}::text, tail) AND reverse(s.so_dien_thoai) ~<~ (left(${reversed}::text, tail) || ':')
          AND deleted_at IS NULL AND trang_thai = sim_con_sim() AND gia_khach_hang > 0 LIMIT ${mostSimilar}) n
      ORDER BY n.id, tail DESC) near ON id = similar_id
    ORDER BY tail DESC, gia_khach_hang, id LIMIT ${mostSimilar}`
}

/** Opens the reads for number pages and the sitemap; every read waits for its turn. */
export function openNumberPages(
  db: Queryable,
  inTurn: Line,
  changes: () => number,
  size = part,
): NumberPages {
  // Its own line: reading all parts takes turns with the pages part by part.
  const parts = openPageMemory<Span[]>(openLine({ atWork: 1, waiting: 10, longest: 2_000 }), changes, keeping)
  const numbers = openPageMemory<string>(inTurn, changes, keeping)
  return {
    async digitsOf(id) {
      const statement = sql`SELECT so_dien_thoai AS digits FROM simso WHERE id = ${id}`
      const { rows } = await inTurn(() => db.query<{ digits: string }>(prepared(statement)))
      return rows[0]?.digits ?? null
    },
    async byDigits(digits) {
      // The live row first: a number may have been deleted and entered again.
      const statement = sql`
        SELECT id AS gone, CASE WHEN ${isOffered} THEN (SELECT row_to_json(o) FROM (SELECT ${publicColumns}) o) END AS offer
        FROM simso WHERE reverse(so_dien_thoai) = reverse(${digits}::text) AND gia_khach_hang > 0 ORDER BY deleted_at DESC NULLS FIRST LIMIT 1`
      const { rows } = await inTurn(() =>
        db.query<{ gone: string; offer: Offer | null }>(prepared(statement)),
      )
      const [row] = rows
      if (!row) return null
      return row.offer ? { offer: row.offer } : { gone: row.gone }
    },
    async similar(digits) {
      const { rows } = await inTurn(() => db.query<Offer>(similarTo(digits)))
      return rows
    },
    spans: () =>
      parts('spans', async () => {
        const spans: Span[] = []
        for (let before = '', more = true; more;) {
          const next = await inTurn(() => partAfter(db, before, size))
          if (!next) break
          spans.push(next.span)
          before = next.span[1]
          more = next.more
        }
        return spans
      }),
    inSpan: ([first, last]) =>
      numbers(`${first}-${last}`, async () => {
        const { rows } = await db.query<{ all: string | null }>(sql`
          SELECT string_agg(so_dien_thoai, ',' ORDER BY so_dien_thoai) AS all FROM (
            SELECT so_dien_thoai FROM simso
            WHERE ${isOffered} AND so_dien_thoai BETWEEN ${first} AND ${last} ORDER BY so_dien_thoai LIMIT ${mostInPart}) p`)
        return rows[0]?.all ?? ''
      }),
  }
}
