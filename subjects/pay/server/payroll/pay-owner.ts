/** Account and month of a payroll call, and their computed row. */
import sql, { join } from 'sql-template-tag'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { addMonths, formatMonth } from '#kit/contract/month.ts'
import { redactPhones } from '#kit/contract/phone.ts'
import { tinhluong } from '#subjects/pay/contract/reports/tinhluong.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { json, type Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { inUnit, partnersOwn } from '#kit/server/list.ts'
import { monthOf, payPeople, payrollOf } from '../reports/tinhluong.ts'

/** An account and the first day of a month. */
export type PayOwner = { username: string; fullname: string; month: string }

/**
 * Account and month by name; NOT_FOUND outside the caller's scope and for others' partner accounts (D3-ACC-06),
 * VALIDATION for an invalid month (D2-Q-158).
 */
export async function payOwner(
  { username, month, field }: { username: string; month: string | undefined; field: string },
  ctx: Ctx,
): Promise<PayOwner> {
  const owner = await readable(username, monthOf(month, field), ctx)
  if (!owner) throw new AppError('NOT_FOUND', refusals.notFound)
  return owner
}

/** First day of the first month with any data; null without any. */
export async function readFirstMonth({ db }: Pick<Ctx, 'db'>): Promise<string | null> {
  const { rows } = await db.query<{ first: string | null }>(sql`SELECT first_month()::text AS first`)
  return rows[0]?.first ?? null
}

/** The same person in the previous month; null when that month belongs to another unit, or there is no data before (D3-ONE-02). */
export async function ownerMonthBefore({ username, month }: PayOwner, ctx: Ctx): Promise<PayOwner | null> {
  const before = monthOf(addMonths(formatMonth(month), -1))
  const first = await readFirstMonth(ctx)
  return first !== null && before < first ? null : readable(username, before, ctx)
}

/** The account, if the caller may read its pay of a month (D3-ONE-05). */
async function readable(username: string, month: string, ctx: Ctx): Promise<PayOwner | null> {
  const { rows } = await ctx.db.query<{ username: string; fullname: string }>(sql`
    SELECT username, fullname FROM ${payPeople(month)}
    WHERE username = ${username} AND ${inUnit(sql`username`, partnersOwn(ctx))}`)
  const [person] = rows
  return person ? { ...person, month } : null
}

/** The same by row id '{username}:{MM-YYYY}'; NOT_FOUND for a malformed one (D2-Q-165). */
export function payOwnerById(id: string, ctx: Ctx): Promise<PayOwner> {
  const [, username, month] = /^(.+):(\d{2}-\d{4})$/.exec(id) ?? []
  if (username === undefined || month === undefined) throw new AppError('NOT_FOUND', refusals.notFound)
  return payOwner({ username, month: month.replace('-', '/'), field: 'id' }, ctx)
}

/** Id of a row: '{username}:{MM-YYYY}'. */
export const payRowId = ({ username, month }: Pick<PayOwner, 'username' | 'month'>): string =>
  `${username}:${month.slice(5, 7)}-${month.slice(0, 4)}`

const names = join([...tinhluong.list, ...tinhluong.also].map(ident), ', ')

/** The row with phones in the basis of sanctions masked for the reader (D1-MASK-02). */
export const maskedRow = <R extends { canCuCheTai: string | null }>(
  row: R,
  { actor }: Pick<Ctx, 'actor'>,
): R =>
  row.canCuCheTai === null || seesPhones(actor) ? row : { ...row, canCuCheTai: redactPhones(row.canCuCheTai) }

/** The row as computed now, or null for an account without one in that month. */
export async function currentRow(
  { username, month }: PayOwner,
  { db }: Pick<Ctx, 'db'>,
): Promise<PayRow | null> {
  const { rows } = await db.query<{ row: PayRow }>(sql`
    SELECT to_json(r) AS row FROM (SELECT ${names} FROM ${payrollOf(month, sql`ARRAY[${username}]::text[]`)}) r`)
  return rows[0]?.row ?? null
}

/** The row as a response; NOT_FOUND for an account without one. */
export async function answerRow(owner: PayOwner, ctx: Ctx): Promise<Json<PayRow>> {
  const row = await currentRow(owner, ctx)
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return json(JSON.stringify(maskedRow(row, ctx)))
}
