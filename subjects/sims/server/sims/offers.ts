/** Offers shown to customers: numbers for sale at the customers' price (D2-ORD-27 to 29). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { simso } from '#subjects/sims/contract/lists/simso.ts'
import { mostOffers, type offers } from '#subjects/sims/contract/calls/sims.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Services } from '#kit/server/context.ts'
import { wholeNumber } from '#kit/server/list.ts'
import { keyOf } from '#kit/server/total-memory.ts'
import { mostCounted, openCounts, type Counted, type Counts } from './offer-counts.ts'
import { openNumberPages, publicColumns, type NumberPages } from './number-pages.ts'
import { offered } from './offer-search.ts'
import { openOrderLookup } from './order-lookup.ts'
import { openPageMemory } from './page-memory.ts'
import { openShopLine } from './public-lines.ts'

type Read = { rows: string; n: number }
/** A page of offers: rows as JSON text, and the total. */
type Found = Counted & { rows: string }

/** Reads of the stock by visitors. Each waits for its turn, and is refused (BUSY) under load. */
export type Offers = Pick<Counts, 'ofChoices'> &
  NumberPages & {
    /** Finds an order by code and phone (D3-SIM-08). */
    findOrder: ReturnType<typeof openOrderLookup>
    /** A page, newest first by default; `knownTotal` is its total if available. VALIDATION naming an invalid filter. */
    list: (query: ParsedOf<typeof offers>, knownTotal?: Counted) => Promise<Found>
    /** The offer of an id as JSON text; null when not for sale. */
    find: (id: string) => Promise<string | null>
  }

const usualPage = 20

/** Sort orders backed by indexes; equal prices have an arbitrary but stable order. */
const orders: Readonly<Record<string, Sql>> = {
  gia_tang: sql`gia_khach_hang, id`,
  gia_giam: sql`gia_khach_hang DESC, id DESC`,
}
const newest = sql`"createdAt" DESC, id DESC`

/** Corrects a cached total by the `n` rows found from `offset` on: a page that is not full is the last one. */
function corrected(counted: Counted, offset: number, size: number, n: number): Counted {
  if (offset >= mostCounted) return counted
  if (n === size) return { ...counted, count: Math.max(counted.count, Math.min(offset + n, mostCounted)) }
  if (n > 0 || offset === 0) return { count: offset + n, more: false }
  return { count: Math.min(counted.count, offset), more: false }
}

/** Opens the offers of this process: one page and one count run at a time, with pauses (D3-SEC-08). */
export function openOffers({ pool, reads, totals }: Pick<Services, 'pool' | 'reads' | 'totals'>): Offers {
  const inTurn = openShopLine()
  const pages = openPageMemory<Read>(inTurn, () => totals.changesOf(simso.path))
  const { ofChoices, total } = openCounts(totals)
  return {
    ofChoices,
    ...openNumberPages(reads.db, inTurn, () => totals.changesOf(simso.path)),
    findOrder: openOrderLookup(pool, inTurn),
    async list({ page, count, sap_xep, ...filters }, knownTotal) {
      const { where, searched } = offered(filters)
      const size = Math.min(Math.max(wholeNumber(String(count ?? ''), usualPage), 1), mostOffers)
      const offset = Math.min(wholeNumber(String(page ?? ''), 0) * size, mostCounted)
      const counted = knownTotal ?? (await total(filters))
      const statement = sql`
        SELECT coalesce(json_agg(r), '[]')::text AS rows, count(*) AS n FROM (
          SELECT ${publicColumns} FROM simso WHERE ${where}
          ORDER BY ${orders[sap_xep ?? ''] ?? newest} LIMIT ${size} OFFSET ${offset}) r`
      const { rows, n } = await pages(keyOf(statement), async () => {
        const read = await reads.db.query<Read>(searched ? statement : prepared(statement))
        return read.rows[0] ?? { rows: '[]', n: 0 }
      })
      return { rows, ...corrected(counted, offset, size, n) }
    },
    async find(id) {
      const statement = sql`
        SELECT row_to_json(r)::text AS offer FROM (
          SELECT ${publicColumns} FROM simso WHERE id = ${id} AND deleted_at IS NULL AND trang_thai = sim_con_sim() AND gia_khach_hang > 0) r`
      const { rows } = await inTurn(() => reads.db.query<{ offer: string }>(prepared(statement)))
      return rows[0]?.offer ?? null
    },
  }
}
