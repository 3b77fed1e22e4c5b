/** GET and PUT users/{id}/bank-account: where a person's pay is sent (D3-ACC-04). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { maskAccountNumber, readPayoutAccount, type PayoutAccount } from '#subjects/people/contract/banks.ts'
import type { BellKind } from '#platform/contract/bell.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import {
  texts,
  type changePayout as call,
  type readPayout as read,
} from '#subjects/people/contract/calls/payout-account.ts'
import { withMsg } from '#kit/server/answer.ts'
import { actId, changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { oneAtATime } from './authority.ts'
import { payoutColumns, readAccount } from './queries.ts'
import { refuse } from './read-profile.ts'

type Payout = AnswerOf<typeof read>

/** Throws FORBIDDEN unless it is the caller's own account, the caller is above the person, or manages pay. */
export function requireBelow({ id, role_priority }: Account, { actor }: Ctx): void {
  if (id !== actor.id && role_priority <= actor.priority && !can(actor, 'managesPay'))
    throw new AppError('FORBIDDEN', texts.notBelow)
}

/**
 * Throws unless it is the caller's own account, the caller manages pay, or has `code` and the account in scope (below it, for a change).
 */
async function requireReach(id: string, code: 'user.get' | 'user.edit', ctx: Ctx): Promise<void> {
  if (id === ctx.actor.id || can(ctx.actor, 'managesPay')) return
  if (!can(ctx.actor, code)) throw new AppError('FORBIDDEN', messages.forbidden)
  const account = await readAccount(id, ctx)
  if (code === 'user.edit') requireBelow(account, ctx)
}

async function readRow(id: string, { actor, db }: Ctx): Promise<Payout> {
  const { rows } = await db.query<{ payout: Payout }>(sql`
    SELECT row_to_json(p) AS payout FROM (
      SELECT u.id, u.username, u.fullname, ${payoutColumns(actor)}, u.payout_changed_at AS changed_at,
        u.payout_changed_by AS changed_by, u.version
      FROM users u WHERE u.id = ${id}) p`)
  const row = rows[0]?.payout
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

/** The bank account of a person; NOT_FOUND outside the scope. */
export async function readPayout(sent: string, ctx: Ctx): Promise<Payout> {
  const id = requireId(sent)
  await requireReach(id, 'user.get', ctx)
  return readRow(id, ctx)
}

/** Notifies the person, also of an own change, so that nobody makes it unseen with a stolen session. */
async function notify(username: string, { so_tai_khoan: number, ngan_hang: bank }: PayoutAccount, ctx: Ctx) {
  const { actor, db } = ctx
  const about = {
    by: actor.username,
    to: username,
    ...(number && { text: `${bank} ${maskAccountNumber(number)}` }),
  }
  const [forOwner, forOthers]: BellKind[] = ['payoutChanged', 'payoutOfOther']
  await db.query(sql`
    SELECT ring_bell(u.username, CASE WHEN u.username = ${username} THEN ${forOwner} ELSE ${forOthers} END, ${JSON.stringify(about)}::jsonb,
      p_actor => CASE WHEN u.username <> ${username} THEN ${actor.username} END, p_act => ${actId(ctx)})
    FROM users u JOIN roles o ON o.id = u.role_id
    WHERE NOT u.is_deleted AND (u.username = ${username} OR o.priority <> 7 AND holds(u.id, books_code()))
    ORDER BY u.username`)
}

/**
 * Stores and audits the bank account of a person, and notifies the person and managers of pay. No change when it is the same. The caller
 * checks permission and session confirmation (D3-SEC-07).
 */
export async function storePayout(id: string, payout: PayoutAccount, ctx: Ctx): Promise<void> {
  const changed = changeRows(ctx, 'update', 'users', {
    table: 'users',
    where: sql`t.id = ${id} AND (t.ngan_hang, t.so_tai_khoan, t.chu_tai_khoan)
      IS DISTINCT FROM (${payout.ngan_hang}::text, ${payout.so_tai_khoan}::text, ${payout.chu_tai_khoan}::text)`,
    set: sql`ngan_hang = ${payout.ngan_hang}, so_tai_khoan = ${payout.so_tai_khoan}, chu_tai_khoan = ${payout.chu_tai_khoan},
      payout_changed_at = clock_timestamp(), payout_changed_by = ${ctx.actor.username}, version = t.version + 1`,
    audited: sql`jsonb_build_object('ngan_hang', t.ngan_hang, 'so_tai_khoan', t.so_tai_khoan, 'chu_tai_khoan', t.chu_tai_khoan)`,
  })
  const { rows } = await ctx.db.query<{ username: string }>(sql`WITH ${changed} SELECT username FROM changed`)
  const username = rows[0]?.username
  if (username === undefined) return
  await notify(username, payout, ctx)
  ctx.publish('users')
}

/** Changes the bank account of a person; a stale version returns 409 with the stored one. */
export async function changePayout(input: ParsedOf<typeof call>, ctx: Ctx) {
  const id = requireId(input.id)
  const fields: FieldErrors = {}
  const payout = readPayoutAccount(input, fields)
  await requireReach(id, 'user.edit', ctx)
  refuse(fields)
  await oneAtATime(ctx)
  await ctx.db.query(sql`SELECT FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
  const before = await readRow(id, ctx)
  if (input.version !== undefined && input.version !== before.version)
    throw new AppError('CONFLICT', refusals.stale, { current: before })
  await storePayout(id, payout, ctx)
  return withMsg(await readRow(id, ctx), payout.so_tai_khoan ? texts.saved : texts.removed)
}
