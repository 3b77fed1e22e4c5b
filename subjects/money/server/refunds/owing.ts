/** Amounts owed by staff member: recoveries of the report's filter (D2-RFREP-38, D2-Q-89, D2-REVF-02). */
import type { FastifyReply } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { f } from '#kit/contract/field.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import { owingSheet, type owingStaff } from '#subjects/money/contract/calls/refunds.ts'
import { requireConfirmedFor } from '#platform/server/db/confirmed.ts'
import { json, type Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { unpaged } from '#kit/server/export-slots.ts'
import { sendSheet } from '#kit/server/export.ts'
import { conditions, type Query } from '#kit/server/list.ts'
import { countPhoneSearches } from '#kit/server/phone-searches.ts'

/** One row per person; a request may owe its price, its extra, or both. */
const owed = (query: Query, ctx: Ctx): Sql => sql`
  SELECT staff_username, max(staff_fullname) AS staff_fullname, sum(
      CASE WHEN trang_thai_truy_thu_hoan_theo_goi <> recovery_truy_thu() THEN 0
        WHEN request_type = top_up() THEN transfer_final_amount ELSE refund_price END
      + CASE WHEN truy_thu_them = recovery_truy_thu() THEN other_refund ELSE 0 END)::bigint AS tong_truy_thu
  FROM requestrefund
  WHERE (trang_thai_truy_thu_hoan_theo_goi = recovery_truy_thu() OR truy_thu_them = recovery_truy_thu())
    AND ma_trang_thai_giao_dich_doi_tac NOT IN (partner_hoan_tien(), partner_don_bi_tu_choi())
    AND NOT (request_type = top_up() AND ma_trang_thai_giao_dich_doi_tac = partner_dang_cho_duyet())
    AND ${conditions(requestrefundreport, query, ctx).where}
  GROUP BY staff_username`

/** All rows as JSON. */
export async function listOwing(query: Query, ctx: Ctx): Promise<Json<AnswerOf<typeof owingStaff>>> {
  await countPhoneSearches(requestrefundreport, query, ctx)
  return unpaged({ resource: requestrefundreport.path, query }, ctx, async (within) => {
    const { rows } = await within.db.query<{ body: string; total: number }>(sql`
      SELECT count(*) AS total, json_build_object('values', coalesce(json_agg(o ORDER BY o.staff_username), '[]'::json),
        'count', count(*))::text AS body FROM (${owed(query, within)}) o`)
    await requireConfirmedFor(rows[0]?.total ?? 0, within)
    return json(rows[0]?.body ?? 'null')
  })
}

const columns = [
  { name: 'staff_username', label: 'Mã nhân viên', field: f.text({ label: 'Mã nhân viên' }) },
  { name: 'staff_fullname', label: 'Tên nhân viên', field: f.text({ label: 'Tên nhân viên' }) },
  { name: 'tong_truy_thu', label: 'Tổng truy thu', field: f.money({ label: 'Tổng truy thu' }) },
]

/** The same as .xlsx. */
export async function sendOwing(query: Query, ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  await countPhoneSearches(requestrefundreport, query, ctx)
  const rows = owed(query, ctx)
  return sendSheet(
    {
      file: owingSheet.file,
      columns,
      count: sql`SELECT count(*) AS count FROM (${rows}) o`,
      rows: sql`SELECT * FROM (${rows}) o ORDER BY staff_username`,
      resource: requestrefundreport.path,
      query,
    },
    ctx,
    reply,
  )
}
