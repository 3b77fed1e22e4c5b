/** Handling of people in no file: reminder of the missing account, cash payment, returned transfer (D3-ACC-04). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import {
  payoutTexts,
  type payInCash,
  type PayoutRow,
  type PayoutState,
  type remindOfAccount,
  type returnTransfer,
} from '#subjects/pay/contract/calls/payouts.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { audit, changeRows } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { lockClosedMonth, stateOf, type Closed } from './list.ts'

type Person = Pick<PayoutRow, 'username' | 'fullname' | 'con' | 'kieu' | 'tien_mat' | 'da_tai'>

/** The person's row in a closing; NOT_FOUND when the closing does not pay it. */
async function personOf(username: string, { id }: Closed, { db }: Ctx): Promise<Person> {
  const { rows } = await db.query<Person>(sql`
    SELECT username, fullname, con, kieu, tien_mat, da_tai FROM payout_rows(${id}) WHERE username = ${username}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', refusals.notFound)
  return rows[0]
}

/** Reminds a person without a bank account; CONFLICT for others. */
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

/** Records that a person without a bank account got the rest in cash, or reverts it; CONFLICT for others. */
export async function cash(ctx: Ctx, input: ParsedOf<typeof payInCash>): Promise<Reply<PayoutState>> {
  const closed = await lockClosedMonth(input.thangTinhLuong, ctx)
  const { username, fullname, kieu, con, tien_mat } = await personOf(input.username, closed, ctx)
  if (input.tra && kieu !== 'chua_co') throw new AppError('CONFLICT', payoutTexts.notMissing)
  if (!input.tra && tien_mat === null) throw new AppError('CONFLICT', payoutTexts.notCash)
  const [by, amount] = input.tra ? [ctx.actor.username, (tien_mat ?? 0) + con] : [null, null]
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
  const msg = input.tra ? payoutTexts.cash(fullname) : payoutTexts.notCashNow(fullname)
  return withMsg(await stateOf(closed, ctx), msg)
}

/** Records that the bank returned what the month's files sent to a person, which is due again; CONFLICT when nothing was sent. */
export async function giveBack(
  ctx: Ctx,
  input: ParsedOf<typeof returnTransfer>,
): Promise<Reply<PayoutState>> {
  const closed = await lockClosedMonth(input.thangTinhLuong, ctx)
  const { username, fullname, da_tai } = await personOf(input.username, closed, ctx)
  if (da_tai !== input.so) throw new AppError('CONFLICT', payoutTexts.notSent)
  const changed = changeRows(ctx, 'update', 'danhsachchitra', {
    table: 'payout_line',
    key: ['file_id', 'username'],
    from: sql`payout_file f`,
    where: sql`f.id = t.file_id AND f.thang = ${closed.month}::date AND t.username = ${username} AND t.bo_luc IS NULL`,
    set: sql`bo_boi = ${ctx.actor.username}, bo_luc = clock_timestamp()`,
    returning: sql`${`${closed.month} ${username}`}::text AS id`,
    audited: sql`jsonb_build_object('so', t.so, 'bo_boi', t.bo_boi)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish('tinhluong')
  return withMsg(await stateOf(closed, ctx), payoutTexts.returned(fullname))
}
