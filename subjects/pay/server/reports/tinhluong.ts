/** Rows of the payroll: the month's calculation for the people of the filter (D2-PAY-44, D2-PAYF). */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { readMonth, thisMonth } from '#kit/contract/month.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import { payrollTexts } from '#subjects/pay/contract/calls/payroll.ts'
import type { Scope } from '#kit/server/context.ts'
import { inUnit, type Query } from '#kit/server/list.ts'
import type { ReportSource } from '#kit/server/report.ts'

/** First day of a month MM/YYYY, of the current one by default; VALIDATION for anything else (D2-PAY-04, D2-Q-158). */
export function monthOf(text: string | undefined, field = 'startDate'): string {
  const month = readMonth(text === undefined || text === '' ? thisMonth() : text)
  if (month === null)
    throw new AppError('VALIDATION', payrollTexts.badMonth, { fields: { [field]: payrollTexts.badMonth } })
  return month
}

export const parametersOf = (month: string): Sql =>
  sql`payroll_parameters(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb)`

/**
 * Payroll of `people` (list of usernames, or null for all) as a table expression; of a closed month as stored (D3-PAY-06), with its revenue
 * (D3-ONE-01).
 */
export const payrollOf = (month: string, people: Sql): Sql => sql`(
  SELECT *, "tongDoanhThuGiaGoc" AS "doanhThu"
  FROM payroll_rows(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${people}))`

const searched = (text: string): Sql =>
  sql`fold(username || ' ' || fullname) LIKE '%' || fold(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** All accounts with the unit responsible for their pay of a month, as a table expression (D3-ONE-05). */
export const payPeople = (month: string): Sql => sql`payroll_people(${month}::date)`

/** Condition: the caller may read the pay of the person in `column` for a month. */
export const mayReadPay = (column: Sql, month: Sql, scope: Scope): Sql =>
  scope.all
    ? sql`true`
    : sql`EXISTS (SELECT FROM payroll_people(${month}) p WHERE p.username = ${column} AND ${inUnit(sql`p.username`, scope)})`

/** People of the filter; null for all, when the caller sees everybody. */
function peopleOf({ startDate, username = '', message = '', cham_cong = '' }: Query, isInScope: Sql): Sql {
  const month = monthOf(startDate)
  const conditions = [
    isInScope,
    ...(username === '' ? [] : [sql`username = ${username}`]),
    ...(cham_cong === ''
      ? []
      : [
          sql`username IN (SELECT username FROM payroll_clockings(${month}::date) WHERE co = (${cham_cong} = '1'))`,
        ]),
    ...(message.trim() === '' ? [] : [searched(message.trim())]),
  ]
  return conditions.length === 1 && isInScope.sql === 'true'
    ? sql`NULL`
    : sql`ARRAY(SELECT username FROM ${payPeople(month)} WHERE ${join(conditions, ' AND ')})`
}

/**
 * Differences between the rows `c` and the reports of the same reader and month, from the current lines (D3-ONE-07). With a filter of
 * people only their own part.
 */
function besideRows(query: Query, inScope: (column: Sql, kind: 'staff') => Sql): Sql {
  const month = monthOf(query.startDate)
  const isOfAll = !(query.username || query.message?.trim() || query.cham_cong)
  const sum = (name: string, where: Sql): Sql =>
    sql`coalesce(sum(l.revenue) FILTER (WHERE ${where}), 0)::bigint AS ${raw(`"${name}"`)}`
  const others = sql`${isOfAll} AND l.mine AND p.username IS NULL`
  return sql`
    SELECT ${sum('doanhThuChuaRoNhanVien', sql`${others} AND l.owner IS NULL`)},
      ${sum('doanhThuDonViKhac', sql`p.username IS NOT NULL AND NOT l.mine AND l.in_unit`)},
      ${sum('doanhThuChuaCoDonVi', sql`p.username IS NOT NULL AND NOT l.mine AND NOT l.in_unit`)},
      ${sum('doanhThuNguoiNgoai', sql`${others} AND l.owner IS NOT NULL`)},
      (coalesce(sum(l.revenue) FILTER (WHERE p.username IS NOT NULL), 0)
        - (SELECT coalesce(sum("doanhThu"), 0) FROM c))::bigint AS "doanhThuDoiSauChot",
      ${sum('doanhThuTheoBaoCao', sql`l.mine AND (p.username IS NOT NULL OR ${isOfAll})`)}
    FROM (
      SELECT username_nv AS owner, "doanhThu" AS revenue, num_nonnulls(brand_id, group_id) > 0 AS in_unit,
        coalesce(${inScope(sql`username_nv`, 'staff')}, false) AS mine
      FROM revenue_line
      WHERE line_id = id AND deleted_at IS NULL
        AND ngay_thanh_cong >= month_start(${month}::date) AND ngay_thanh_cong < month_end(${month}::date)) l
    LEFT JOIN (SELECT username FROM c) p ON p.username = l.owner`
}

export const tinhluongRows: ReportSource = {
  outside: besideRows,
  rows: (query, inScope) =>
    sql`SELECT * FROM ${payrollOf(monthOf(query.startDate), peopleOf(query, inScope(sql`id`, 'id')))}`,
  partnersOwn: true,
  sheet: {
    file: (query) =>
      `Bang-luong-${monthOf(query.startDate).slice(0, 7).split('-').toReversed().join('-')}.xlsx`,
  },
}
