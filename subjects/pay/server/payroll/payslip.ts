/** Payslips: read by the person and managers, confirmed and questioned line by line (D3-PAY-09, D2-Q-151). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { todayVn } from '#kit/contract/dates.ts'
import { isRunning } from '#kit/contract/earlier.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { figureLabel } from '#subjects/pay/contract/reports/tinhluong.ts'
import {
  slipTexts,
  type confirmLines,
  type readSlip,
  type saySlip,
  type Slip,
  type SlipRow,
  type slipStandings,
} from '#subjects/pay/contract/calls/payslip.ts'
import { slipLines, type SlipLine } from '#subjects/pay/contract/pay-lists.ts'
import type { PayRow } from '#subjects/pay/contract/calls/payroll.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'
import { inUnit } from '#kit/server/list.ts'
import { monthOf, payPeople, payrollOf } from '../reports/tinhluong.ts'
import { maskedRow, payRowId, currentRow, ownerMonthBefore, payOwner, type PayOwner } from './pay-owner.ts'

const path = 'phieuluong'

/**
 * Owner and month of the slip: the caller's own, for priorities 1 to 3 one of the own unit in that month (D2-Q-151, D3-ONE-05), or any for
 * managers of pay (D3-ACC-01); NOT_FOUND otherwise.
 */
async function slipOwner(
  username: string,
  month: string | undefined,
  field: string,
  ctx: Ctx,
): Promise<PayOwner> {
  if (username !== ctx.actor.username && !can(ctx.actor, 'editsPay'))
    throw new AppError('NOT_FOUND', refusals.notFound)
  return payOwner({ username, month, field }, ctx)
}

type SlipMessage = {
  id: string
  cot: SlipLine
  nguoi_gui: string
  ten: string
  hoi: boolean
  noi_dung: string
  luc: Date
}

/** Questions and answers, oldest first, masked for the reader. */
async function messagesOf({ username, month }: PayOwner, { actor, db }: Ctx): Promise<SlipMessage[]> {
  const { rows } = await db.query<SlipMessage>(sql`
    SELECT m.id, m.cot, m.nguoi_gui, coalesce(u.fullname, m.nguoi_gui) AS ten, m.nguoi_gui = m.username AS hoi,
      ${sqlKinds.note.masked(sql`m.noi_dung`, actor)} AS noi_dung, m.luc
    FROM payslip_message m LEFT JOIN users u ON u.username = m.nguoi_gui
    WHERE m.username = ${username} AND m.thang = ${month}::date ORDER BY m.luc, m.id`)
  return rows
}

const lineNames = sql`${slipLines as readonly string[]}::text[]`

type LineState = Pick<SlipRow, 'cot' | 'trang_thai'> & { luc: Date | null }

async function linesOf(owner: PayOwner, row: PayRow, ctx: Ctx): Promise<SlipRow[]> {
  const { rows } = await ctx.db.query<LineState>(sql`
    SELECT cot, payslip_state((${JSON.stringify(row)}::jsonb ->> cot)::numeric, l.confirmed, l.confirmed_at, l.said_at,
      l.said_by_owner) AS trang_thai, l.confirmed_at AS luc
    FROM unnest(${lineNames}) WITH ORDINALITY AS x(cot, n)
    LEFT JOIN payslip_lines(${owner.month}::date, ARRAY[${owner.username}]::text[]) l USING (cot) ORDER BY n`)
  const lineMessages = await messagesOf(owner, ctx)
  return rows.map(({ cot, trang_thai, luc }) => ({
    cot,
    gia_tri: row[cot],
    trang_thai,
    xac_nhan_luc: luc?.toISOString() ?? null,
    trao_doi: lineMessages
      .filter((one) => one.cot === cot)
      .map(({ id, nguoi_gui, ten, hoi, noi_dung, luc: sentAt }) => ({
        id,
        nguoi_gui,
        ten,
        hoi,
        noi_dung,
        luc: sentAt.toISOString(),
      })),
  }))
}

/** The payroll row if it has a slip, else null. */
async function slipRow(owner: PayOwner, ctx: Ctx): Promise<PayRow | null> {
  const row = await currentRow(owner, ctx)
  if (!row) return null
  const { rows } = await ctx.db.query<{ given: boolean }>(sql`
    SELECT payslip_given(${owner.month}::date, ${owner.username}, ${JSON.stringify(row)}::jsonb, ${lineNames}) AS given`)
  return rows[0]?.given === true ? row : null
}

/** The current slip, or null without one. */
async function slipOf(owner: PayOwner, ctx: Ctx): Promise<Slip | null> {
  const row = await slipRow(owner, ctx)
  return row && slipFrom(owner, row, ctx)
}

async function slipFrom(owner: PayOwner, row: PayRow, ctx: Ctx): Promise<Slip> {
  const running = isRunning(formatMonth(owner.month))
  const former = running ? null : await ownerMonthBefore(owner, ctx)
  const before = former && (await slipRow(former, ctx))
  return {
    hang: maskedRow(row, ctx),
    tam_tinh: running,
    truoc: before?.chiTra ?? null,
    cua_minh: owner.username === ctx.actor.username,
    dong: await linesOf(owner, row, ctx),
  }
}

/** Locks a slip for writing and returns its row and lines; NOT_FOUND without one. */
async function openSlip(owner: PayOwner, ctx: Ctx): Promise<{ row: PayRow; lines: SlipRow[] }> {
  if (owner.month > todayVn())
    throw new AppError('VALIDATION', slipTexts.notBegun, { fields: { thangTinhLuong: slipTexts.notBegun } })
  await ctx.db.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('phieuluong ' || ${payRowId(owner)}, 0))`,
  )
  const row = await slipRow(owner, ctx)
  if (!row) throw new AppError('NOT_FOUND', slipTexts.none(formatMonth(owner.month)))
  return { row, lines: await linesOf(owner, row, ctx) }
}

/** The slip after a write, with the message for the screen. */
async function slipAfterWrite(owner: PayOwner, row: PayRow, msg: string, ctx: Ctx): Promise<Reply<Slip>> {
  ctx.publish(path)
  return withMsg(await slipFrom(owner, row, ctx), msg)
}

/** GET phieuluong. */
export async function read(
  ctx: Ctx,
  { username = ctx.actor.username, startDate }: ParsedOf<typeof readSlip>,
): Promise<Slip | null> {
  return slipOf(await slipOwner(username, startDate, 'startDate', ctx), ctx)
}

/** POST xacNhan; lines already confirmed keep their confirmation. */
export async function confirm(ctx: Ctx, input: ParsedOf<typeof confirmLines>): Promise<Reply<Slip>> {
  const owner = await slipOwner(ctx.actor.username, input.thangTinhLuong, 'thangTinhLuong', ctx)
  const { row, lines: all } = await openSlip(owner, ctx)
  const month = formatMonth(owner.month)
  if (isRunning(month)) throw new AppError('CONFLICT', slipTexts.running(month))
  const confirmedValues = new Map(input.dong.map(({ cot, gia_tri }) => [cot, gia_tri]))
  const lines = all.filter(({ cot }) => confirmedValues.has(cot))
  if (lines.some(({ cot, gia_tri }) => confirmedValues.get(cot) !== gia_tri))
    throw new AppError('CONFLICT', slipTexts.changed)
  const open = lines.filter(({ trang_thai }) => trang_thai !== 'xac_nhan')
  if (open.length > 0) {
    await ctx.db.query(sql`
      INSERT INTO payslip_confirmation (username, thang, cot, gia_tri, luc)
      SELECT ${owner.username}, ${owner.month}::date, cot, gia_tri, clock_timestamp()
      FROM jsonb_to_recordset(${JSON.stringify(open)}::jsonb) AS r(cot text, gia_tri numeric)
      ON CONFLICT (username, thang, cot) DO UPDATE SET gia_tri = EXCLUDED.gia_tri, luc = EXCLUDED.luc`)
    await audit(ctx, {
      action: 'update',
      resource: path,
      resourceId: payRowId(owner),
      before: Object.fromEntries(open.map(({ cot, trang_thai }) => [cot, trang_thai])),
      after: Object.fromEntries(open.map(({ cot, gia_tri }) => [cot, gia_tri])),
    })
  }
  return slipAfterWrite(owner, row, slipTexts.confirmed, ctx)
}

/** Whether the person sent the same text on this line before, without a message of others or a confirmation since: a repeated request. */
async function isRepeat(
  { username, month }: PayOwner,
  { cot, noi_dung }: ParsedOf<typeof saySlip>,
  { actor, db }: Ctx,
): Promise<boolean> {
  const { rows } = await db.query<{ said: boolean }>(sql`
    WITH said AS (
      SELECT nguoi_gui, noi_dung, luc FROM payslip_message
      WHERE username = ${username} AND thang = ${month}::date AND cot = ${cot})
    SELECT EXISTS (
      SELECT FROM said s WHERE nguoi_gui = ${actor.username} AND noi_dung = ${noi_dung}
        AND NOT EXISTS (SELECT FROM said o WHERE o.nguoi_gui <> s.nguoi_gui AND o.luc > s.luc)
        AND NOT EXISTS (SELECT FROM payslip_confirmation c
          WHERE c.username = ${username} AND c.thang = ${month}::date AND c.cot = ${cot} AND c.luc > s.luc)) AS said`)
  return rows[0]?.said === true
}

/** POST thacMac: the person asks about a line, a manager answers. */
export async function sendMessage(ctx: Ctx, input: ParsedOf<typeof saySlip>): Promise<Reply<Slip>> {
  const { username, cot, noi_dung } = input
  const owner = await slipOwner(username, input.thangTinhLuong, 'thangTinhLuong', ctx)
  const isOwner = username === ctx.actor.username
  const { row, lines } = await openSlip(owner, ctx)
  const line = lines.find((one) => one.cot === cot)
  if (!isOwner && line?.trao_doi.length === 0) throw new AppError('CONFLICT', slipTexts.nothingAsked)
  // A confirmation closes the question: an answer after it would reopen the line.
  if (!isOwner && line?.trang_thai === 'xac_nhan') throw new AppError('CONFLICT', slipTexts.settled)
  const msg = isOwner ? slipTexts.asked : slipTexts.answered
  if (await isRepeat(owner, input, ctx)) return slipAfterWrite(owner, row, msg, ctx)
  await ctx.db.query(sql`
    INSERT INTO payslip_message (username, thang, cot, nguoi_gui, noi_dung, luc)
    VALUES (${username}, ${owner.month}::date, ${cot}, ${ctx.actor.username}, ${noi_dung}, clock_timestamp())`)
  await audit(ctx, {
    action: 'update',
    resource: path,
    resourceId: payRowId(owner),
    after: { cot, noi_dung },
  })
  await ring({ to: username, kind: 'answered', about: { month: owner.month, text: figureLabel(cot) } }, ctx)
  return slipAfterWrite(owner, row, msg, ctx)
}

/** GET tinhHinh. */
export async function standings(
  ctx: Ctx,
  { startDate }: ParsedOf<typeof slipStandings>,
): Promise<AnswerOf<typeof slipStandings>> {
  const month = monthOf(startDate)
  const people = ctx.scope.all
    ? sql`NULL::text[]`
    : sql`ARRAY(SELECT username FROM ${payPeople(month)} WHERE ${inUnit(sql`username`, ctx.scope)})`
  const { rows } = await ctx.db.query<AnswerOf<typeof slipStandings>['values'][number]>(sql`
    SELECT p.username, p.fullname, p.luong::float8 AS luong, count(*) FILTER (WHERE s.state = 'xac_nhan')::int AS xac_nhan,
      count(*) FILTER (WHERE s.state = 'thac_mac')::int AS thac_mac, count(*) FILTER (WHERE s.state = 'tra_loi')::int AS tra_loi
    FROM (SELECT username, fullname, "chiTra" AS luong, to_jsonb(r) AS row FROM ${payrollOf(month, people)} r) p
    LEFT JOIN payslip_lines(${month}::date, ${people}) l
      ON l.username = p.username AND l.cot = ANY (${lineNames})
    CROSS JOIN LATERAL (SELECT payslip_state((p.row ->> l.cot)::numeric, l.confirmed, l.confirmed_at, l.said_at,
      l.said_by_owner) AS state) s
    WHERE payslip_given(${month}::date, p.username, p.row, ${lineNames})
    GROUP BY p.username, p.fullname, p.luong
    ORDER BY (count(*) FILTER (WHERE s.state = 'thac_mac') > 0) DESC, p.username`)
  return { values: rows }
}
