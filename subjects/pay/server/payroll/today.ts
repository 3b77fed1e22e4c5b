/** 'Lương tạm tính' of the caller: this month's pay so far, with and without the newest sale (D3-PAY-10). */
import sql from 'sql-template-tag'
import { formatMonth, thisMonth } from '#kit/contract/month.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import type { PayToday } from '#subjects/pay/contract/calls/pay-today.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { monthOf, parametersOf } from '../reports/tinhluong.ts'
import { shownPhone } from './sources.ts'
import { currentRow } from './pay-owner.ts'

type Sale = { id: string; luc: Date; phone: string; goi: string; pay: number }
type Without = Pick<PayRow, 'luongThucNhan' | 'hoaHongPhanTram'>

/** The caller's newest line of the month that counts for pay. */
async function newestSale(month: string, { actor, db }: Ctx): Promise<Sale | undefined> {
  const { rows } = await db.query<Sale>(sql`
    SELECT p.id, (p.line).ngay_thanh_cong AS luc, ${sqlKinds.phone.masked(sql`(p.line).so_dien_thoai_cs`, actor)} AS phone,
      (p.line).goi_cuoc AS goi, p.pay::float8 AS pay
    FROM payroll_lines(${month}::date, ARRAY[${actor.username}]::text[]) p
    WHERE (p.line).status = 'SUCCESS' ORDER BY (p.line).ngay_thanh_cong DESC, p.id DESC LIMIT 1`)
  return rows[0]
}

async function lastSale(month: string, now: PayRow, ctx: Ctx): Promise<PayToday['don_cuoi']> {
  const sale = await newestSale(month, ctx)
  if (!sale) return null
  const { rows } = await ctx.db.query<{ row: Without }>(sql`
    SELECT json_build_object('luongThucNhan', "luongThucNhan", 'hoaHongPhanTram', "hoaHongPhanTram") AS row
    FROM payroll(${month}::date, ${parametersOf(month)}, ARRAY[${ctx.actor.username}]::text[],
      p_without => ${sale.id}::uuid)`)
  const before = rows[0]?.row
  return {
    luc: sale.luc.toISOString(),
    nhan: `${shownPhone(sale.phone)} ${sale.goi}`,
    doanh_thu: sale.pay,
    thay_doi: now.luongThucNhan - (before?.luongThucNhan ?? 0),
    phan_tram: now.hoaHongPhanTram,
    phan_tram_truoc: before?.hoaHongPhanTram ?? 0,
  }
}

/** The next tier above the average; `con_thieu` is the revenue missing until the rounded average reaches it. */
async function nextTier(month: string, now: PayRow, { db }: Ctx): Promise<PayToday['bac_toi']> {
  const { rows } = await db.query<{ tu: number; phan_tram: number; con_thieu: number | null }>(sql`
    SELECT t.tu::float8 AS tu, t.percent::float8 AS phan_tram, CASE WHEN d.days > 0
      THEN greatest(0, ceil((t.tu - 0.5) * d.days) - ${now.tongDoanhThuVasTinhLuong}::bigint)::float8 END AS con_thieu
    FROM (SELECT (t ->> 'tu')::numeric AS tu, (t ->> 'phanTram')::numeric AS percent
      FROM jsonb_array_elements(${parametersOf(month)} -> 'tinh_luong_bac_hoa_hong') t) t,
      (SELECT ${now.ngayCongThucTe}::numeric AS days) d
    WHERE t.tu > ${now.binhQuanDoanhThuTheoNgay}::bigint ORDER BY t.tu LIMIT 1`)
  return rows[0] ?? null
}

/** GET tamtinh. */
export async function payNow(ctx: Ctx): Promise<PayToday | null> {
  const month = monthOf(thisMonth())
  const { username, fullname } = ctx.actor
  const row = await currentRow({ username, fullname, month }, ctx)
  if (!row) return null
  return {
    thang: formatMonth(month),
    luong: row.luongThucNhan,
    dieu_chinh: row.dieuChinh,
    chi_tra: row.chiTra,
    ngay_cong: row.ngayCongThucTe,
    doanhThu: row.doanhThu,
    doanh_thu: row.tongDoanhThuVasTinhLuong,
    binh_quan: row.binhQuanDoanhThuTheoNgay,
    phan_tram: row.hoaHongPhanTram,
    hoa_hong: row.hoaHongThucTinh,
    don_cuoi: await lastSale(month, row, ctx),
    bac_toi: await nextTier(month, row, ctx),
  }
}
