/** Running clocks, the caller's reminder, and punctuality (D3-CLK-03, D3-CLK-04, D2-MFY-89). */
import sql, { type Sql } from 'sql-template-tag'
import { rules, seesAllUnits } from '#platform/contract/abilities.ts'
import { todayVn } from '#kit/contract/dates.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { maskPhone } from '#kit/contract/phone.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import type { clocks, punctuality, remind, Reminder } from '#subjects/money/contract/calls/mfy.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { inUnit, readJson } from '#kit/server/list.ts'

const running = sql`deleted_at IS NULL AND trang_thai IN (mfy_duyet(), mfy_duyet_lan_2())`

/** Rows of the caller's scope, or of all units for readers of the whole list (D3-ACC-02). */
const inSight = ({ actor, scope }: Ctx): Sql =>
  seesAllUnits(actor, mfy.path) ? sql`true` : inUnit(sql`username_nv`, scope)

/** Running clocks in the caller's scope, least time first; phones masked for the caller. */
export const runningClocks = (ctx: Ctx): Promise<Json<AnswerOf<typeof clocks>>> =>
  readJson(
    ctx,
    sql`SELECT json_build_object('values', coalesce(json_agg(r), '[]'::json))::text AS body FROM (
      SELECT id, ${sqlKinds.phone.masked(sql`so_dien_thoai`, ctx.actor)} AS so_dien_thoai, ma_goi, username_nv, ten_nv,
        mfy_wait_of(m) AS lan, mfy_left(m) AS con_lai_ms, version
      FROM mfy m WHERE ${running} AND ${inSight(ctx)}
      ORDER BY coalesce(thoi_diem_thay_doi_trang_thai, created_at), id) r`,
  )

/** Waits started in a month (MM/YYYY, default this one), by the holder at the end of the wait. */
export async function monthsPunctuality(
  ctx: Ctx,
  { thang }: ParsedOf<typeof punctuality>,
): Promise<Json<AnswerOf<typeof punctuality>>> {
  const [year, month] = todayVn().split('-')
  const [mm, yyyy] = (thang ?? `${month}/${year}`).split('/')
  const first = sql`${`${yyyy}-${mm}-01`}::date`
  return readJson(
    ctx,
    sql`SELECT json_build_object('values', coalesce(json_agg(r), '[]'::json))::text AS body FROM (
      SELECT w.username_nv, coalesce(max(u.fullname), w.username_nv) AS ten_nv, count(*) AS so_lan_cho,
        count(*) FILTER (WHERE w.ket_qua = 'dung_han') AS dung_han, count(*) FILTER (WHERE w.ket_qua = 'qua_han') AS qua_han,
        sum(w.truy_thu) AS truy_thu
      FROM (
        SELECT * FROM mfy_wait WHERE ${inSight(ctx)}
          AND began >= ${first}::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh'
          AND began < (${first} + interval '1 month') AT TIME ZONE 'Asia/Ho_Chi_Minh') w
      JOIN mfy m ON m.id = w.mfy_id AND m.deleted_at IS NULL LEFT JOIN users u ON u.username = w.username_nv
      GROUP BY w.username_nv
      ORDER BY count(*) FILTER (WHERE w.ket_qua = 'qua_han') DESC, count(*) DESC, w.username_nv) r`,
  )
}

type Found = { yeu_cau: Reminder['yeu_cau']; phone: string; n: number; newest: Date }

/** The caller's most urgent task; phones are masked for everybody (D2-Q-116). */
export async function reminderOf(ctx: Ctx): Promise<AnswerOf<typeof remind>> {
  const approves = rules.decidesMoney(ctx.actor)
  const isForCaller = rules.seesWaiting(ctx.actor) ? sql`true` : sql`username_nv = ${ctx.actor.username}`
  const { rows } = await ctx.db.query<Found>(sql`
    SELECT yeu_cau, so_dien_thoai AS phone, (count(*) OVER (PARTITION BY yeu_cau))::int AS n, max(since) OVER () AS newest FROM (
      SELECT m.*, mfy_since(m) AS since, CASE WHEN trang_thai IN (mfy_dang_cho_duyet(), mfy_da_soan_y_lan_1()) THEN 'can_duyet'
        WHEN trang_thai = mfy_duyet() THEN 'soan_y' ELSE 'soan_y_lan_2' END AS yeu_cau
      FROM mfy m WHERE deleted_at IS NULL AND ${isForCaller}
        AND (trang_thai IN (mfy_duyet(), mfy_duyet_lan_2()) OR ${approves} AND trang_thai IN (mfy_dang_cho_duyet(), mfy_da_soan_y_lan_1()))) m
    ORDER BY array_position(ARRAY['can_duyet', 'soan_y', 'soan_y_lan_2'], yeu_cau), created_at, id LIMIT 1`)
  const [due] = rows
  return due
    ? {
        phone_number: maskPhone(due.phone),
        yeu_cau: due.yeu_cau,
        so_luong: due.n,
        moi_luc: due.newest.toISOString(),
      }
    : { phone_number: '', yeu_cau: '', so_luong: 0, moi_luc: null }
}
