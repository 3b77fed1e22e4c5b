/** Source rows of a figure: current ones for an open month, stored ones for a closed month (D3-PAY-03, D3-PAY-06). */
import sql, { type Sql } from 'sql-template-tag'
import { can, seesPhones } from '#platform/contract/abilities.ts'
import { formatDate } from '#kit/contract/dates.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { screenOf, type ScreenName } from '#platform/contract/screens.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { SourceRow } from '#subjects/pay/contract/calls/payroll.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { clockText } from './clock-times.ts'
import { typedLabel, type SourceKind } from './formulas.ts'
import type { PayOwner } from './pay-owner.ts'

/** A page of rows with count and sum over all. */
export type Sources = { tong: number; count: number; values: SourceRow[] }
type Page = { limit: number; offset: number }

type Detail = Readonly<Record<string, string | number | null>>
type SourceRecord = {
  loai: string
  ma: string
  luc: Date | null
  /** Current time of the row in its list; null when it was deleted. */
  noi: Date | null
  so: number
  phone: string | null
  chi_tiet: Detail
}
type Adjusted = SourceRecord & {
  cua_thang: string
  truoc: number | null
  sau: number | null
}

const people = ({ username }: PayOwner): Sql => sql`ARRAY[${username}]::text[]`

/** All source rows of a person's pay row, as a table expression. */
export const sourcesFor = (owner: PayOwner): Sql =>
  sql`payroll_sources(${owner.month}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${people(owner)})`

/** A phone for display: masked by the database, a full number gets its leading 0. */
export const shownPhone = (phone: string | null): string =>
  phone !== null && /^\d{9}$/.test(phone) ? showPhone(phone) : (phone ?? '')

/** Describes how a line counts for pay. */
function lineWords({ gia, chenh_lech, ti_le, hoan, ket_qua }: Detail): string {
  if (ket_qua !== 'SUCCESS') return 'Đối soát thất bại'
  return [
    formatMoney(Number(gia)),
    Number(chenh_lech) === 0 ? '' : `chênh lệch ${formatMoney(Number(chenh_lech))}`,
    `× ${Number(ti_le)}%`,
    Number(hoan) === 0 ? '' : `− hoàn ${formatMoney(Number(hoan))}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const recoveries: Readonly<Record<string, string>> = {
  hoan_tien: 'Hoàn tiền',
  nap_tien: 'Nạp tiền',
  mfy_qua_han: 'Mfy quá hạn',
  mfy_thu_hoi: 'Mfy thu hồi',
}

/** Label and detail of a source row. */
function describe({ loai, phone, chi_tiet }: SourceRecord): { nhan: string; chi_tiet: string } {
  if (loai === 'dong')
    return { nhan: `${shownPhone(phone)} ${String(chi_tiet.goi)}`, chi_tiet: lineWords(chi_tiet) }
  if (loai === 'cong') {
    const odd = Number(chi_tiet.cho) > 0 ? `, ${Number(chi_tiet.cho)} dòng chờ quyết định` : ''
    return {
      nhan: chi_tiet.ngay === null ? 'Một ngày không ghi ngày' : 'Ngày công',
      chi_tiet: `${clockText(Number(chi_tiet.giay)) ?? ''} giờ làm${odd}`,
    }
  }
  if (loai === 'ngay_cong') return { nhan: 'Sửa tay', chi_tiet: `bởi ${String(chi_tiet.boi)}` }
  if (loai === 'nhap_tay')
    return { nhan: 'Dữ liệu nhập tay', chi_tiet: `lần cuối bởi ${String(chi_tiet.boi)}` }
  const rate = Number(chi_tiet.ti_le) === 0 ? '' : `sau chiết khấu ${Number(chi_tiet.ti_le)}%`
  return {
    nhan: `${shownPhone(phone)} ${String(chi_tiet.goi)}`,
    chi_tiet: [recoveries[loai], rate].filter(Boolean).join(', '),
  }
}

/** The day of a timekeeping row, the time of others; null for typed days. */
function whenOf({ loai, luc, chi_tiet }: SourceRecord): string | null {
  if (loai === 'cong') return chi_tiet.ngay === null ? null : String(chi_tiet.ngay)
  return loai === 'ngay_cong' ? null : (luc?.toISOString() ?? null)
}

const lists = {
  dong: { screen: 'report90849332', by: 'message' },
  hoan_tien: { screen: 'requestrefundreport', by: 'message' },
  nap_tien: { screen: 'requestrefundreport', by: 'message' },
  mfy_qua_han: { screen: 'mfy', by: 'phone' },
  mfy_thu_hoi: { screen: 'mfy', by: 'phone' },
} as const satisfies Record<string, { screen: ScreenName; by: string }>

/**
 * Link to the list with the row, filtered by its current day and as far as the reader may search; null without permission. Links of
 * adjustments have no person, as the row may belong to another one by now.
 */
function listOf(
  { loai, noi, phone }: SourceRecord,
  username: string | null,
  { actor }: Ctx,
): SourceRow['mo'] {
  const list = loai in lists ? lists[loai as keyof typeof lists] : null
  if (list === null || noi === null || !can(actor, screenOf(list.screen).may)) return null
  const day = formatDate(noi.toISOString()).replaceAll('-', '/')
  return {
    man_hinh: list.screen,
    loc: {
      startDate: day,
      endDate: day,
      ...(list.screen !== 'mfy' && username !== null && !actor.restricted && { username }),
      // Searching a masked number would count against the reader's daily searches.
      ...(seesPhones(actor) && phone !== null && { [list.by]: phone }),
    },
  }
}

const sourceRow = (row: SourceRecord, owner: PayOwner, ctx: Ctx): SourceRow => ({
  luc: whenOf(row),
  mo: listOf(row, owner.username, ctx),
  ...describe(row),
  so: Number(row.so),
})

/** An adjustment as a source row: value at the closing and current value. */
function adjustmentRow(row: Adjusted, { username }: PayOwner, ctx: Ctx): SourceRow {
  const { loai, ma, truoc, sau, cua_thang } = row
  const amount = (value: number | null): string =>
    loai === 'cong' || loai === 'ngay_cong' ? Number(value ?? 0).toFixed(1) : formatMoney(Number(value ?? 0))
  const correction = loai === 'tinh_lai'
  const name =
    loai === 'nhap_tay'
      ? (typedLabel(ma) ?? ma)
      : loai === 'ngay_cong'
        ? 'Ngày công'
        : correction
          ? 'Tính lại'
          : describe(row).nhan
  const changed = truoc === null && sau === null ? 'như khi chốt' : `${amount(truoc)} → ${amount(sau)}`
  return {
    luc: whenOf(row),
    mo: listOf(row, null, ctx) ?? {
      man_hinh: 'tinhluong',
      loc: { startDate: formatMonth(cua_thang), ...(!ctx.actor.restricted && { username }) },
    },
    nhan: name,
    chi_tiet: correction
      ? `bậc hoa hồng, chuyên cần, phí công đoàn tháng ${formatMonth(cua_thang)}`
      : `tháng ${formatMonth(cua_thang)}: ${changed}`,
    so: Number(row.so),
  }
}

/** Condition for a kind of source, and the amount that each row adds to the figure. */
function ofKind(kind: Exclude<SourceKind, 'adjusted'>, name: string): { where: Sql; so: Sql } {
  const so = sql`so`
  if (kind === 'days') return { where: sql`loai IN ('cong', 'ngay_cong')`, so }
  if (kind === 'owed') return { where: sql`loai = ANY (${Object.keys(recoveries)}::text[])`, so }
  if (kind === 'typed') return { where: sql`loai = 'nhap_tay' AND ma = ${name}`, so }
  if (kind === 'pay') return { where: sql`loai = 'dong'`, so }
  return {
    where: sql`loai = 'dong' AND chi_tiet ->> 'ket_qua' = 'SUCCESS'`,
    so: sql`(chi_tiet ->> 'gia_goc')::bigint`,
  }
}

/** Current time of the row. A line may have been moved, or merged into another, since its month was closed (D3-PAY-07). */
const currentTime = sql`CASE WHEN loai = 'dong' THEN (SELECT l.ngay_thanh_cong FROM revenue_line r JOIN revenue_line l ON l.id = r.line_id
  WHERE r.id = ma::uuid AND l.deleted_at IS NULL) ELSE luc END AS noi`

/** The rows of `kind` behind figure `name`, newest first. */
export async function sourcesOf(
  { kind, name, page }: { kind: SourceKind; name: string; page: Page },
  owner: PayOwner,
  ctx: Ctx,
): Promise<Sources> {
  const phone = sqlKinds.phone.masked(sql`so_dien_thoai`, ctx.actor)
  const { where, so } = kind === 'adjusted' ? { where: sql`true`, so: sql`so` } : ofKind(kind, name)
  const from =
    kind === 'adjusted'
      ? sql`SELECT loai, ma, luc, ${currentTime}, so::float8 AS so, ${phone} AS phone, chi_tiet, cua_thang, truoc::float8 AS truoc, sau::float8 AS sau
        FROM payroll_adjustments(${owner.month}::date, ${people(owner)})`
      : sql`SELECT loai, ma, luc, ${currentTime}, ${so}::float8 AS so, ${phone} AS phone, chi_tiet FROM ${sourcesFor(owner)} s WHERE ${where}`
  const { rows: sums } = await ctx.db.query<{ tong: number; count: number }>(sql`
    SELECT coalesce(sum(so), 0)::float8 AS tong, count(*)::int AS count FROM (${from}) s`)
  const { rows } = await ctx.db.query<Adjusted>(sql`
    SELECT * FROM (${from}) s ORDER BY luc DESC NULLS LAST, ma LIMIT ${page.limit} OFFSET ${page.offset}`)
  return {
    tong: sums[0]?.tong ?? 0,
    count: sums[0]?.count ?? 0,
    values: rows.map((row) =>
      kind === 'adjusted' ? adjustmentRow(row, owner, ctx) : sourceRow(row, owner, ctx),
    ),
  }
}
