/** Timekeeping anomalies and their decisions (D3-PAY-14). */
import sql, { empty } from 'sql-template-tag'
import { rules } from '#platform/contract/abilities.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages, noAccount } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  payrollTexts,
  type Clocking,
  type decideClockings,
  type oddClockings,
} from '#subjects/pay/contract/calls/payroll.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { meansAll } from '#kit/server/kinds.ts'
import { mayReadPay, monthOf, parametersOf } from '../reports/tinhluong.ts'
import { clockText } from './clock-times.ts'
import { accountsOf } from './pay-values.ts'

type Found = Omit<Clocking, 'gioVao' | 'gioRa' | 'quyet_dinh_luc'> & {
  vao: number | null
  ra: number | null
  quyet_dinh_luc: Date | null
}

/** The anomalies of a month in the caller's scope, undecided first. */
export async function listOdd(
  ctx: Ctx,
  { startDate, username = '' }: ParsedOf<typeof oddClockings>,
): Promise<{ values: Clocking[] }> {
  const month = monthOf(startDate)
  const ofPerson = meansAll(username) ? empty : sql`AND r.username = ${username}`
  const { rows } = await ctx.db.query<Found>(sql`
    SELECT r.id, r.username, u.fullname, r.ngay, r.vao, r.ra, r.bat_thuong, r.quyet_dinh, r.quyet_dinh_boi, r.quyet_dinh_luc,
      r.cho, r.version
    FROM timekeeping_rows(${month}::date, ${parametersOf(month)}, NULL) r LEFT JOIN users u ON u.username = r.username
    WHERE r.bat_thuong <> '{}' AND ${mayReadPay(sql`r.username`, sql`${month}::date`, ctx.scope)} ${ofPerson}
    ORDER BY r.cho DESC, r.username, r.ngay NULLS FIRST, r.vao, r.id`)
  return {
    values: rows.map(({ vao, ra, quyet_dinh_luc, ...row }) => ({
      ...row,
      gioVao: clockText(vao),
      gioRa: clockText(ra),
      quyet_dinh_luc: quyet_dinh_luc?.toISOString() ?? null,
    })),
  }
}

/** Account that unassigned rows are assigned to. */
async function recipient(username: string, ctx: Ctx): Promise<string> {
  const found = (await accountsOf([username], ctx)).get(username.toLowerCase())
  if (found !== undefined) return found
  throw new AppError('VALIDATION', noAccount(username), { fields: { username: noAccount(username) } })
}

/**
 * Decides all named rows and their exact duplicates, or none: 404 when one is outside the caller's scope, 409 when one was decided
 * concurrently.
 */
export async function decideOdd(
  ctx: Ctx,
  { dong, quyet_dinh, username }: ParsedOf<typeof decideClockings>,
): Promise<Reply<{ saved: number }>> {
  // Assigning rows requires access to all unassigned rows.
  if (username !== undefined && !rules.managesPay(ctx.actor))
    throw new AppError('FORBIDDEN', messages.forbidden)
  const to = username === undefined ? null : await recipient(username, ctx)
  const ids = [...new Set(dong.map(({ id }) => id))]
  const inCallerScope = mayReadPay(sql`t.username`, sql`t.thang`, ctx.scope)
  const { rowCount: inScopeCount } = await ctx.db.query(sql`
    SELECT FROM timekeeping t WHERE t.id = ANY (${ids}::uuid[]) AND ${inCallerScope}`)
  if (inScopeCount !== ids.length) throw new AppError('NOT_FOUND', refusals.notFound)
  const changed = changeRows(ctx, 'update', 'chamcong', {
    table: 'timekeeping',
    from: sql`jsonb_to_recordset(${JSON.stringify(dong)}::jsonb) AS g(id uuid, version int)
      JOIN timekeeping n ON n.id = g.id AND n.version = g.version`,
    where: sql`${inCallerScope} AND (t.id = n.id OR (t.thang, t.username, t.ngay) = (n.thang, n.username, n.ngay)
        AND (t.vao, t.ra) IS NOT DISTINCT FROM (n.vao, n.ra))
      AND (${to}::text IS NULL OR NOT EXISTS (SELECT FROM users u WHERE u.username = t.username))`,
    set: sql`quyet_dinh = ${quyet_dinh}::text,
      quyet_dinh_boi = CASE WHEN ${quyet_dinh}::text IS NOT NULL THEN ${ctx.actor.username} END,
      quyet_dinh_luc = CASE WHEN ${quyet_dinh}::text IS NOT NULL THEN now() END,
      username = coalesce(${to}::text, t.username), version = t.version + 1`,
  })
  const { rows } = await ctx.db.query<{ id: string; nobodys: boolean }>(sql`
    WITH ${changed} SELECT id, NOT EXISTS (SELECT FROM users u WHERE u.username = changed.after->>'username') AS nobodys
    FROM changed`)
  if (rows.filter(({ id }) => ids.includes(id)).length !== ids.length)
    throw new AppError('CONFLICT', payrollTexts.notAll)
  // A row that counts needs a person.
  if (quyet_dinh !== null && quyet_dinh !== 'bo' && rows.some(({ nobodys }) => nobodys)) {
    const { nobodys: username } = payrollTexts
    throw new AppError('VALIDATION', username, { fields: { username } })
  }
  ctx.publish('tinhluong')
  return withMsg({ saved: ids.length }, payrollTexts.decided(ids.length))
}
