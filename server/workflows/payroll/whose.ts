/** Whose row of which month a call is about, and that row as it is computed. */
import sql, { join } from 'sql-template-tag'
import { seesPhones } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { addMonths, formatMonth } from '../../../contract/month.ts'
import { redactPhones } from '../../../contract/phone.ts'
import { tinhluong } from '../../../contract/reports/tinhluong.ts'
import type { PayRow } from '../../../contract/workflows/payroll.ts'
import { json, type Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { ident } from '../../kit/kinds.ts'
import { inUnit, partnersOwn } from '../../kit/list.ts'
import { monthOf, payPeople, payrollOf } from '../../reports/tinhluong.ts'

/** An account, and the first day of a month. */
export type Whose = { username: string; fullname: string; month: string }

/** The account and month that are named; NOT_FOUND outside the caller's scope, of a partner for anybody else (D3-ACC-06), VALIDATION for what is no month (D2-Q-158). */
export async function whoseRow(
  { username, month, field }: { username: string; month: string | undefined; field: string },
  ctx: Ctx,
): Promise<Whose> {
  const whose = await readable(username, monthOf(month, field), ctx)
  if (!whose) throw new AppError('NOT_FOUND', messages.notFound)
  return whose
}

/** The same of the month before; null where it is another unit's to read. */
export const whoseBefore = ({ username, month }: Whose, ctx: Ctx): Promise<Whose | null> =>
  readable(username, monthOf(addMonths(formatMonth(month), -1)), ctx)

/** An account whose pay of a month the caller reads (D3-ONE-05). */
async function readable(username: string, month: string, ctx: Ctx): Promise<Whose | null> {
  const { rows } = await ctx.db.query<{ username: string; fullname: string }>(sql`
    SELECT username, fullname FROM ${payPeople(month)}
    WHERE username = ${username} AND ${inUnit(sql`username`, partnersOwn(ctx))}`)
  const [person] = rows
  return person ? { ...person, month } : null
}

/** The same by the id of a row, '{username}:{MM-YYYY}'; NOT_FOUND for what is none (D2-Q-165). */
export function whoseId(id: string, ctx: Ctx): Promise<Whose> {
  const [, username, month] = /^(.+):(\d{2}-\d{4})$/.exec(id) ?? []
  if (username === undefined || month === undefined) throw new AppError('NOT_FOUND', messages.notFound)
  return whoseRow({ username, month: month.replace('-', '/'), field: 'id' }, ctx)
}

/** Id of a row: '{username}:{MM-YYYY}'. */
export const idOf = ({ username, month }: Pick<Whose, 'username' | 'month'>): string =>
  `${username}:${month.slice(5, 7)}-${month.slice(0, 4)}`

const names = join([...tinhluong.list, ...tinhluong.also].map(ident), ', ')

/** A row, or what is typed of one, as the reader may see it: what was stated of sanctions may name numbers (D1-MASK-02). */
export const asSeen = <R extends { canCuCheTai: string | null }>(row: R, { actor }: Pick<Ctx, 'actor'>): R =>
  row.canCuCheTai === null || seesPhones(actor) ? row : { ...row, canCuCheTai: redactPhones(row.canCuCheTai) }

/** The row as it is computed now, or null for an account that has none in that month. */
export async function rowNow({ username, month }: Whose, { db }: Pick<Ctx, 'db'>): Promise<PayRow | null> {
  const { rows } = await db.query<{ row: PayRow }>(sql`
    SELECT to_json(r) AS row FROM (SELECT ${names} FROM ${payrollOf(month, sql`ARRAY[${username}]::text[]`)}) r`)
  return rows[0]?.row ?? null
}

/** The row as the answer of a call; NOT_FOUND for an account that has none. */
export async function answerRow(whose: Whose, ctx: Ctx): Promise<Json<PayRow>> {
  const row = await rowNow(whose, ctx)
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  return json(JSON.stringify(asSeen(row, ctx)))
}
