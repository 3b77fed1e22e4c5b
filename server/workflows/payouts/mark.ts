/** Who is in no file for the bank: reminded of its account, or paid in cash (D3-ACC-04). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import {
  payoutTexts,
  type payInCash,
  type PayoutRow,
  type PayoutState,
  type remindOfAccount,
} from '../../../contract/workflows/payouts.ts'
import { withMsg, type Reply } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import { ring } from '../../kit/bell.ts'
import type { Ctx } from '../../kit/context.ts'
import { lockClosedMonth, stateOf, type Closed } from './list.ts'

type Person = Pick<PayoutRow, 'username' | 'fullname' | 'so' | 'kieu' | 'tien_mat'>

/** The person of a closing; NOT_FOUND for who is not paid by it. */
async function personOf(username: string, { id }: Closed, { db }: Ctx): Promise<Person> {
  const { rows } = await db.query<Person>(sql`
    SELECT username, fullname, so, kieu, tien_mat FROM payout_rows(${id}) WHERE username = ${username}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', messages.notFound)
  return rows[0]
}

/** Rings the bell of who has no account yet; CONFLICT for anybody else. */
export async function remind(ctx: Ctx, input: ParsedOf<typeof remindOfAccount>): Promise<Reply<PayoutState>> {
  const closed = await lockClosedMonth(input.thangTinhLuong, ctx)
  const { username, fullname, kieu } = await personOf(input.username, closed, ctx)
  if (kieu !== 'chua_co') throw new AppError('CONFLICT', payoutTexts.notMissing)
  await ctx.db.query(sql`
    INSERT INTO payout_person AS p (thang, username, nhac_boi, nhac_luc)
    VALUES (${closed.month}::date, ${username}, ${ctx.actor.username}, clock_timestamp())
    ON CONFLICT (thang, username) DO UPDATE SET nhac_boi = excluded.nhac_boi, nhac_luc = excluded.nhac_luc`)
  await ring({ to: username, kind: 'payoutMissing', about: { month: closed.month } }, ctx)
  ctx.publish('tinhluong')
  return withMsg(await stateOf(closed, ctx), payoutTexts.reminded(fullname))
}

/** Notes that who has no account got the closed pay in cash, or takes that back; CONFLICT for anybody else. */
export async function cash(ctx: Ctx, input: ParsedOf<typeof payInCash>): Promise<Reply<PayoutState>> {
  const closed = await lockClosedMonth(input.thangTinhLuong, ctx)
  const { username, fullname, kieu, so, tien_mat } = await personOf(input.username, closed, ctx)
  if (input.tra && kieu !== 'chua_co') throw new AppError('CONFLICT', payoutTexts.notMissing)
  if (!input.tra && tien_mat === null) throw new AppError('CONFLICT', payoutTexts.notCash)
  const [by, amount] = input.tra ? [ctx.actor.username, so] : [null, null]
  await ctx.db.query(sql`
    INSERT INTO payout_person AS p (thang, username, tien_mat_boi, tien_mat_luc, tien_mat_so)
    VALUES (${closed.month}::date, ${username}, ${by}, ${input.tra ? sql`clock_timestamp()` : sql`NULL`}, ${amount})
    ON CONFLICT (thang, username) DO UPDATE SET tien_mat_boi = excluded.tien_mat_boi,
      tien_mat_luc = excluded.tien_mat_luc, tien_mat_so = excluded.tien_mat_so`)
  await audit(ctx, {
    action: 'update',
    resource: 'danhsachchitra',
    resourceId: `${closed.month} ${username}`,
    before: { tien_mat },
    after: { tien_mat: amount },
  })
  ctx.publish('tinhluong')
  const said = input.tra ? payoutTexts.cash(fullname) : payoutTexts.notCashNow(fullname)
  return withMsg(await stateOf(closed, ctx), said)
}
