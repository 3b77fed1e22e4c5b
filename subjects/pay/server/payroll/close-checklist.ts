/** Checklist of a month before closing, counted in the database (D3-PAY-05). */
import sql, { join, type Sql } from 'sql-template-tag'
import { payingKinds } from '#subjects/money/contract/desk.ts'
import { formatMoney } from '#kit/contract/money.ts'
import { oddities } from '#subjects/pay/contract/calls/payroll.ts'
import type { CloseWork, WorkItem } from '#subjects/pay/contract/calls/payroll-close.ts'
import type { Ctx } from '#kit/server/context.ts'
import { parametersOf } from '../reports/tinhluong.ts'
import { waitingSince } from '#subjects/money/server/index.ts'

type Counted = Pick<WorkItem, 'xong' | 'tong' | 'chi_tiet'> & { ai?: string | null; luc?: Date | null }

/** Open anomalies and open approvals block closing; the others only warn (D3-PAY-05). */
const blocks: readonly CloseWork[] = ['bat_thuong', 'don_cho_duyet']

async function countRow<T>(ctx: Ctx, statement: Sql): Promise<T> {
  const { rows } = await ctx.db.query<{ row: T }>(sql`SELECT to_json(r) AS row FROM (${statement}) r`)
  const [first] = rows
  if (!first) throw new Error('a count has a row')
  return first.row
}

/** People who clock in: branches, leaders and salespeople. */
async function clockings(month: string, ctx: Ctx): Promise<Counted> {
  const counts = await countRow<{ xong: number; tong: number; cong: number; thieu: string[] }>(
    ctx,
    sql`SELECT count(*) FILTER (WHERE co)::int AS xong, count(*)::int AS tong,
        coalesce((array_agg(username ORDER BY username) FILTER (WHERE NOT co))[:4], '{}') AS thieu,
        (SELECT coalesce(sum(cong), 0)::float8 FROM timekeeping_days(${month}::date, ${parametersOf(month)}, NULL)) AS cong
      FROM payroll_clockings(${month}::date)`,
  )
  const { xong, tong, thieu, cong } = counts
  const missing = thieu.slice(0, 3).join(', ') + (thieu.length > 3 ? '…' : '')
  return {
    xong,
    tong,
    chi_tiet: [`${cong.toFixed(1)} công`, missing && `chưa có ${missing}`].filter(Boolean).join(', '),
  }
}

async function odd(month: string, ctx: Ctx): Promise<Counted> {
  const counts = await countRow<{ xong: number; tong: number; loai: Record<string, number> }>(
    ctx,
    sql`WITH odd AS MATERIALIZED (
        SELECT bat_thuong, cho FROM timekeeping_rows(${month}::date, ${parametersOf(month)}, NULL) WHERE bat_thuong <> '{}')
      SELECT count(*) FILTER (WHERE NOT cho)::int AS xong, count(*)::int AS tong, (
        SELECT coalesce(json_object_agg(k, n), '{}') FROM (
          SELECT k, count(*) AS n FROM odd, unnest(bat_thuong) k WHERE cho GROUP BY k ORDER BY n DESC, k) c) AS loai
      FROM odd`,
  )
  const kinds = Object.entries(counts.loai).map(
    ([kind, n]) => `${n} dòng ${oddities[kind as keyof typeof oddities].toLocaleLowerCase('vi')}`,
  )
  return { ...counts, chi_tiet: kinds.join(', ') || 'Không còn dòng chờ quyết định' }
}

/** A line counts as reconciled once an import or a POST has referred to it. */
async function lines(month: string, ctx: Ctx): Promise<Counted> {
  const counts = await countRow<{
    xong: number
    tong: number
    gia: number
    luong: number
    luc: string | null
  }>(
    ctx,
    sql`SELECT count((p.line).doi_soat_luc)::int AS xong, count(*)::int AS tong, coalesce(sum(p.success), 0)::float8 AS gia,
        coalesce(sum(p.pay), 0)::float8 AS luong, max((p.line).doi_soat_luc) AS luc
      FROM payroll_lines(${month}::date, NULL) p`,
  )
  return {
    ...counts,
    luc: counts.luc === null ? null : new Date(counts.luc),
    chi_tiet: `${formatMoney(counts.gia)} giá gốc, ${formatMoney(counts.luong)} tính lương`,
  }
}

/** Of the approval desk only the kinds that affect pay. */
async function approvals(month: string, ctx: Ctx): Promise<Counted> {
  const kinds = payingKinds.map(
    (kind) =>
      sql`SELECT ${kind.name}::text AS kind, count(*)::int AS n, min(since) AS luc FROM (
        ${waitingSince({ ...kind, month }, ctx)}) w`,
  )
  const { rows } = await ctx.db.query<{ kind: string; n: number; luc: Date | null }>(
    join(kinds, ' UNION ALL '),
  )
  const open = rows.filter(({ n }) => n > 0)
  const oldest = open.flatMap(({ luc }) => luc ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0]
  const label = new Map(payingKinds.map((kind) => [kind.name, kind.label]))
  return {
    xong: 0,
    tong: open.reduce((sum, { n }) => sum + n, 0),
    chi_tiet:
      open.map(({ kind, n }) => `${label.get(kind) ?? kind}: ${n}`).join(', ') ||
      'Không còn đơn nào của tháng',
    luc: oldest ?? null,
  }
}

/** A recovery set automatically and not yet reviewed counts as undecided. */
async function recoveries(month: string, ctx: Ctx): Promise<Counted> {
  const counts = await countRow<{ xong: number; tong: number; so: number }>(
    ctx,
    sql`SELECT count(*) FILTER (WHERE NOT is_undecided(r))::int AS xong, count(*)::int AS tong,
        coalesce(sum(p.amount), 0)::float8 AS so
      FROM payroll_recoveries(${month}::date, NULL) p JOIN requestrefund r ON r.id = p.id
      WHERE p.kind IN ('hoan_tien', 'nap_tien')`,
  )
  return { ...counts, chi_tiet: `${formatMoney(counts.so)} truy thu sau chiết khấu` }
}

async function parameters(month: string, ctx: Ctx): Promise<Counted> {
  const { rows } = await ctx.db.query<{ username: string; at: Date; same: boolean }>(sql`
    SELECT username, at, tham_so = ${parametersOf(month)} AS same FROM payroll_confirmed WHERE thang = ${month}::date`)
  const [confirmation] = rows
  const status = confirmation ? 'Đã đổi sau khi xác nhận' : 'Chưa ai xác nhận'
  return {
    xong: Number(confirmation?.same ?? false),
    tong: 1,
    chi_tiet: confirmation?.same ? 'Đã xác nhận' : status,
    ai: confirmation?.username ?? null,
    luc: confirmation?.at ?? null,
  }
}

export async function checklist(month: string, ctx: Ctx): Promise<WorkItem[]> {
  const counts: Readonly<Record<CloseWork, (month: string, ctx: Ctx) => Promise<Counted>>> = {
    cham_cong: clockings,
    bat_thuong: odd,
    doi_soat: lines,
    don_cho_duyet: approvals,
    truy_thu: recoveries,
    tham_so: parameters,
  }
  const items: WorkItem[] = []
  for (const [name, count] of Object.entries(counts)) {
    const ma = name as CloseWork
    const { xong, tong, chi_tiet, ai = null, luc = null } = await count(month, ctx)
    const muc = xong === tong ? 'xong' : blocks.includes(ma) ? 'chan' : 'con'
    items.push({ ma, muc, xong, tong, chi_tiet, ai, luc: luc?.toISOString() ?? null })
  }
  return items
}
