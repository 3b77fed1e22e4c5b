/** The rows of the payroll: the calculation of the month for the people of the filter (D2-PAY-44, D2-PAYF). */
import sql, { join, type Sql } from 'sql-template-tag'
import { AppError } from '../../contract/kit/error.ts'
import { readMonth, thisMonth } from '../../contract/month.ts'
import { payrollDefaults } from '../../contract/settings/payroll-settings.ts'
import { payrollTexts } from '../../contract/workflows/payroll.ts'
import type { Query } from '../kit/list.ts'
import type { ReportSource } from '../kit/report.ts'

/** The first day of a month MM/YYYY, the current one when left out; VALIDATION for anything else (D2-PAY-04, D2-Q-158). */
export function monthOf(text: string | undefined, field = 'startDate'): string {
  const month = readMonth(text === undefined || text === '' ? thisMonth() : text)
  if (month === null)
    throw new AppError('VALIDATION', payrollTexts.badMonth, { fields: { [field]: payrollTexts.badMonth } })
  return month
}

/** The parameters in force in a month. */
export const parametersOf = (month: string): Sql =>
  sql`payroll_parameters(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb)`

/** The payroll of `people`, an expression for a list of usernames or null; of a closed month as it was kept (D3-PAY-06). */
export const payrollOf = (month: string, people: Sql): Sql =>
  sql`payroll_rows(${month}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${people})`

const searched = (text: string): Sql =>
  sql`fold(username || ' ' || fullname) LIKE '%' || fold(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** The people of the filter; null while all are asked for by somebody who sees all. */
function peopleOf({ username = '', message = '' }: Query, mine: Sql): Sql {
  const wanted = [
    mine,
    ...(username === '' ? [] : [sql`username = ${username}`]),
    ...(message.trim() === '' ? [] : [searched(message.trim())]),
  ]
  return wanted.length === 1 && mine.sql === 'true'
    ? sql`NULL`
    : sql`ARRAY(SELECT username FROM users WHERE ${join(wanted, ' AND ')})`
}

export const tinhluongRows: ReportSource = {
  rows: (query, mine) =>
    sql`SELECT * FROM ${payrollOf(monthOf(query.startDate), peopleOf(query, mine(sql`id`, 'id')))}`,
  partnersOwn: true,
  sheet: {
    file: (query) =>
      `Bang-luong-${monthOf(query.startDate).slice(0, 7).split('-').toReversed().join('-')}.xlsx`,
  },
}
