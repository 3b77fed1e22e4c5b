/** Offers shown to customers: numbers for sale at the customers' price (D2-ORD-27 to 29). */
import sql, { type Sql } from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { mostOffers, type Offer, type offers } from '../../../contract/workflows/sims.ts'
import type { Queryable } from '../../db/pool.ts'
import { wholeNumber } from '../../kit/list.ts'
import { offered } from './offer-search.ts'

/** Counting stops here: nobody pages that far, and a public call must stay cheap. */
export const mostCounted = 10_000
const usualPage = 20

/** Every public column by name. */
const publicColumns: Sql = sql`id, so_dien_thoai, so_dien_thoai_co_dau_cham, nha_mang, number_type, gia_khach_hang,
  (SELECT json_agg(json_build_object('loai_sim', t) ORDER BY n) FROM unnest(types_list) WITH ORDINALITY AS k(t, n)) AS types`

/** Order by index; equal prices come in any order, but the same on every page. */
const orders: Readonly<Record<string, Sql>> = {
  gia_tang: sql`gia_khach_hang, id`,
  gia_giam: sql`gia_khach_hang DESC, id DESC`,
}
const newest = sql`"createdAt" DESC, id DESC`

/** A page of offers, newest first by default; `total` if already known. VALIDATION with the name of an invalid filter. */
export async function listOffers(
  db: Queryable,
  { page, count, sap_xep, ...filters }: ParsedOf<typeof offers>,
  total?: number,
): Promise<AnswerOf<typeof offers>> {
  const where = offered(filters)
  const size = Math.min(Math.max(wholeNumber(String(count ?? ''), usualPage), 1), mostOffers)
  const offset = Math.min(wholeNumber(String(page ?? ''), 0) * size, mostCounted)
  const { rows } = await db.query<{ values: Offer[]; n: number }>(sql`
    SELECT coalesce((SELECT json_agg(r) FROM (
        SELECT ${publicColumns} FROM simso WHERE ${where} ORDER BY ${orders[sap_xep ?? ''] ?? newest} LIMIT ${size} OFFSET ${offset}) r), '[]') AS values,
      ${total === undefined ? sql`(SELECT count(*) FROM (SELECT FROM simso WHERE ${where} LIMIT ${mostCounted + 1}) c)` : sql`0`} AS n`)
  const { values = [], n = 0 } = rows[0] ?? {}
  if (total !== undefined) return { values, count: total, more: false }
  return { values, count: Math.min(n, mostCounted), more: n > mostCounted }
}

/** The offer of an id; null when it is not for sale. */
export async function findOffer(db: Queryable, id: string): Promise<Offer | null> {
  const { rows } = await db.query<{ row: Offer }>(sql`
    SELECT row_to_json(r) AS row FROM (
      SELECT ${publicColumns} FROM simso WHERE id = ${id} AND deleted_at IS NULL AND trang_thai = sim_con_sim() AND gia_khach_hang > 0) r`)
  return rows[0]?.row ?? null
}
