/** The demo's two closed months, with decisions before closing and corrections afterwards. */
import sql from 'sql-template-tag'
import { addDays } from '#kit/contract/dates.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import type { PoolClient } from '#platform/server/db/pool.ts'
import { instantAt, hour, minute, monthsOf } from './demo-days.ts'
import { failLate } from './demo-reconcile.ts'

const defaults = JSON.stringify(payrollDefaults)

/** Afternoon of the fifth of the following month, or recently if that is still in the future. */
export function closedAt(next: string, now: Date): Date {
  return new Date(Math.min(instantAt(addDays(next, 4), 16.4), now.getTime() - 90 * minute))
}

/** Timekeeping anomalies: a forgotten end counted as a full day; of two rows for one day the second was discarded. */
async function decideOdd(month: string, when: Date, client: PoolClient): Promise<void> {
  await client.query(sql`
    UPDATE timekeeping t SET quyet_dinh_boi = 'quanly', quyet_dinh_luc = ${when}, version = t.version + 1,
      quyet_dinh = CASE WHEN o.n > 1 THEN 'bo' WHEN t.ra IS NULL THEN 'ca_ngay' ELSE 'theo_gio' END
    FROM (
      SELECT id, row_number() OVER (PARTITION BY username, ngay ORDER BY vao, id) AS n
      FROM timekeeping_rows(${month}::date, payroll_parameters(${month}::date, ${defaults}::jsonb), NULL) WHERE cho) o
    WHERE t.id = o.id`)
}

/** The checklist at closing, with all items done. */
async function workOf(month: string, when: Date, client: PoolClient): Promise<string> {
  const { rows } = await client.query<{
    people: number
    days: string
    odd: number
    lines: number
    owed: number
  }>(sql`
    WITH set AS (SELECT payroll_parameters(${month}::date, ${defaults}::jsonb) AS params)
    SELECT (SELECT count(DISTINCT username)::int FROM timekeeping WHERE thang = ${month}::date) AS people,
      (SELECT to_char(sum(cong), 'FM990.0') FROM set, timekeeping_days(${month}::date, params, NULL)) AS days,
      (SELECT count(*)::int FROM timekeeping WHERE thang = ${month}::date AND quyet_dinh IS NOT NULL) AS odd,
      (SELECT count(*)::int FROM payroll_lines(${month}::date, NULL)) AS lines,
      (SELECT count(*)::int FROM payroll_recoveries(${month}::date, NULL) WHERE kind IN ('hoan_tien', 'nap_tien')) AS owed`)
  const { people = 0, days = '', odd = 0, lines = 0, owed = 0 } = rows[0] ?? {}
  const item = (ma: string, count: number, chi_tiet: string, ai: string | null = null) => {
    const confirmation = { ai, luc: ai === null ? null : when.toISOString() }
    return { ma, muc: 'xong', xong: count, tong: count, chi_tiet, ...confirmation }
  }
  return JSON.stringify([
    item('cham_cong', people, `${days} công`),
    item('bat_thuong', odd, 'Không còn dòng chờ quyết định'),
    item('doi_soat', lines, 'Mọi dòng đã có trong file đối soát'),
    item('don_cho_duyet', 0, 'Không còn đơn nào của tháng'),
    item('truy_thu', owed, 'Không còn khoản nào chưa quyết định'),
    item('tham_so', 1, 'Đã xác nhận', 'quanly'),
  ])
}

/** Unreviewed recoveries are confirmed by the person who closes the month. */
async function decideRecoveries(month: string, client: PoolClient): Promise<void> {
  await client.query(sql`
    UPDATE requestrefund r SET username_duyet_trang_thai_truy_thu_hoan_theo_goi = 'quanly', version = r.version + 1
    WHERE r.trang_thai_truy_thu_hoan_theo_goi = 'truy_thu' AND r.username_duyet_trang_thai_truy_thu_hoan_theo_goi = '__AUTO'
      AND r.created_time >= month_start(${month}::date) AND r.created_time < month_end(${month}::date)`)
}

/** Closes the completed months in order; the second includes adjustments of the first. */
export async function saveClosings(now: Date, client: PoolClient): Promise<void> {
  const months = monthsOf(now)
  for (const [n, month] of months.slice(0, 2).entries()) {
    const when = closedAt(months[n + 1] ?? '', now)
    await decideOdd(month, new Date(when.getTime() - hour), client)
    await decideRecoveries(month, client)
    const work = await workOf(month, when, client)
    await client.query(sql`
      INSERT INTO payroll_confirmed (thang, tham_so, username, at)
      SELECT ${month}::date, payroll_parameters(${month}::date, ${defaults}::jsonb), 'quanly', ${when}`)
    await client.query(
      sql`SELECT close_payroll(${month}::date, ${defaults}::jsonb, 'quanly', '', ${work}::jsonb)`,
    )
    await client.query(sql`UPDATE payroll_closing SET chot_luc = ${when} WHERE thang = ${month}::date`)
    await client.query(sql`
      INSERT INTO audit_log (at, actor_id, username, role_name, action, resource, resource_id, after)
      SELECT ${when}, u.id, u.username, r.name, 'close', 'chotluong', ${formatMonth(month)}, '{"ly_do": ""}'
      FROM users u JOIN roles r ON r.id = u.role_id WHERE u.username = 'quanly'`)
    await failLate(month, new Date(Math.min(when.getTime() + 60 * hour, now.getTime() - 20 * minute)), client)
  }
}
