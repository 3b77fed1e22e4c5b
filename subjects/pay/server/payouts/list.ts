/** GET danhsachchitra: the list of a closed month (D3-ACC-04). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { formFor, type BankForm } from '#subjects/money/contract/bank-forms.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { payoutTexts, type payoutList, type PayoutState } from '#subjects/pay/contract/calls/payouts.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Ctx } from '#kit/server/context.ts'
import { monthOf, payrollOf } from '../reports/tinhluong.ts'

export type Closed = { id: string; month: string; boi: string; luc: string }

/** The closing in force of a month; null while the month is open. `lock` locks it for a write. */
export async function closedMonth(month: string, { db }: Ctx, lock: Sql = sql``): Promise<Closed | null> {
  const { rows } = await db.query<Closed>(sql`
    SELECT id, ${month}::text AS month, chot_boi AS boi, to_json(chot_luc) AS luc
    FROM payroll_closing WHERE thang = ${month}::date AND mo_lai_luc IS NULL ${lock}`)
  return rows[0] ?? null
}

/** The same for writes, which take turns per month; CONFLICT while it is open. */
export async function lockClosedMonth(sent: string, ctx: Ctx): Promise<Closed> {
  const month = monthOf(sent, 'thangTinhLuong')
  const closed = await closedMonth(month, ctx, sql`FOR NO KEY UPDATE`)
  if (!closed) throw new AppError('CONFLICT', payoutTexts.notClosed(formatMonth(month)))
  return closed
}

/** SQL of the transfer description for `username`. */
export const contentOf = (month: string): Sql =>
  sql`'LUONG ' || ${formatMonth(month)}::text || ' ' || username`

/** The form of the paying bank (D3-PAY-15). */
export async function formNow({ db }: Pick<Ctx, 'db'>): Promise<BankForm> {
  const { 'payout.bank': bank, 'payout.forms': forms } = await readSettings(db, [
    'payout.bank',
    'payout.forms',
  ])
  return formFor(bank, forms)
}

type Shown = Pick<PayoutState, 'van_tay' | 'values' | 'chi_tra' | 'files'>

/** The payment list of a closing, with masked account numbers. */
export async function stateOf(closed: Closed, ctx: Ctx): Promise<PayoutState> {
  const { month, id, boi, luc } = closed
  const { rows } = await ctx.db.query<{ state: Shown }>(sql`
    SELECT json_build_object('van_tay', payout_print(${id}), 'chi_tra', (
        SELECT coalesce(sum("chiTra"), 0)::bigint FROM ${payrollOf(month, sql`NULL`)} p),
      'values', coalesce((SELECT json_agg(r ORDER BY r.username) FROM (
        SELECT id, username, fullname, ten, ngan_hang, '****' || right(so_tai_khoan, 4) AS so_tai_khoan, so, con, kieu,
          ${contentOf(month)} AS noi_dung, doi_boi, doi_luc,
          coalesce(array_remove(array_agg(username) FILTER (WHERE so_tai_khoan IS NOT NULL)
            OVER (PARTITION BY ngan_hang, so_tai_khoan), username), '{}') AS chung, lan, da_tai, nhac_luc, tien_mat_boi, tien_mat_luc, tien_mat
        FROM payout_rows(${id})) r), '[]'),
      'files', coalesce((SELECT json_agg(f ORDER BY f.lan DESC) FROM (
        SELECT f.id, f.lan, f.boi, f.luc, count(*)::int AS so_dong, sum(l.so)::bigint AS tong,
          coalesce(f.mau ->> 'ngan_hang', '') AS mau, count(l.bo_luc)::int AS tra_lai,
          CASE WHEN f.mau ->> 'tach' = 'true' THEN count(*) FILTER (WHERE l.ngan_hang = f.mau ->> 'ngan_hang')::int END AS cung,
          f.closing_id <> ${id} AS truoc_mo_lai
        FROM payout_file f JOIN payout_line l ON l.file_id = f.id WHERE f.thang = ${month}::date GROUP BY f.id) f), '[]')) AS state`)
  if (!rows[0]) throw new Error('a list has a row')
  const { ngan_hang: mau } = await formNow(ctx)
  return { thang: formatMonth(month), chot: { boi, luc }, mau, ...rows[0].state }
}

/** The list of a month; of the last closed one by default. */
export async function showPayouts(
  ctx: Ctx,
  { startDate = '' }: ParsedOf<typeof payoutList>,
): Promise<PayoutState> {
  const { rows } = await ctx.db.query<{ last: string | null }>(sql`
    SELECT max(thang)::text AS last FROM payroll_closing WHERE mo_lai_luc IS NULL`)
  const month = startDate === '' && rows[0]?.last ? rows[0].last : monthOf(startDate)
  const closed = await closedMonth(month, ctx)
  if (closed) return stateOf(closed, ctx)
  return { thang: formatMonth(month), chot: null, van_tay: '', values: [], chi_tra: 0, mau: '', files: [] }
}
