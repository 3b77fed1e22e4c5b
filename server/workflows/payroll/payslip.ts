/** Payslips: read by their person and those who answer for them, confirmed and questioned line by line (D3-PAY-09, D2-Q-151). */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { todayVn } from '../../../contract/dates.ts'
import { isRunning } from '../../../contract/earlier.ts'
import { messages } from '../../../contract/messages.ts'
import { formatMonth } from '../../../contract/month.ts'
import { figureLabel } from '../../../contract/reports/tinhluong.ts'
import {
  slipLines,
  slipTexts,
  type confirmLines,
  type readSlip,
  type saySlip,
  type Slip,
  type SlipLine,
  type SlipRow,
  type slipStandings,
} from '../../../contract/workflows/payslip.ts'
import type { PayRow } from '../../../contract/workflows/payroll.ts'
import { withMsg, type Reply } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { sqlKinds } from '../../kit/kinds.ts'
import { inUnit } from '../../kit/list.ts'
import { monthOf, payPeople, payrollOf } from '../../reports/tinhluong.ts'
import { asSeen, idOf, rowNow, whoseBefore, whoseRow, type Whose } from './whose.ts'

const path = 'phieuluong'

/** Whose slip it is: the own, or for priority below 4 one of the own unit's in that month (D2-Q-151, D3-ONE-05); NOT_FOUND for all others. */
async function whoseSlip(
  username: string,
  month: string | undefined,
  field: string,
  ctx: Ctx,
): Promise<Whose> {
  if (username !== ctx.actor.username && ctx.actor.priority >= 4)
    throw new AppError('NOT_FOUND', messages.notFound)
  return whoseRow({ username, month, field }, ctx)
}

type Said = {
  id: string
  cot: SlipLine
  nguoi_gui: string
  ten: string
  hoi: boolean
  noi_dung: string
  luc: Date
}

/** Questions and answers, oldest first, as the reader may see them. */
async function saidOf({ username, month }: Whose, { actor, db }: Ctx): Promise<Said[]> {
  const { rows } = await db.query<Said>(sql`
    SELECT m.id, m.cot, m.nguoi_gui, coalesce(u.fullname, m.nguoi_gui) AS ten, m.nguoi_gui = m.username AS hoi,
      ${sqlKinds.note.masked(sql`m.noi_dung`, actor)} AS noi_dung, m.luc
    FROM payslip_message m LEFT JOIN users u ON u.username = m.nguoi_gui
    WHERE m.username = ${username} AND m.thang = ${month}::date ORDER BY m.luc, m.id`)
  return rows
}

const lineNames = sql`${slipLines as readonly string[]}::text[]`

type Stand = Pick<SlipRow, 'cot' | 'trang_thai'> & { luc: Date | null }

async function linesOf(whose: Whose, row: PayRow, ctx: Ctx): Promise<SlipRow[]> {
  const { rows } = await ctx.db.query<Stand>(sql`
    SELECT cot, payslip_state((${JSON.stringify(row)}::jsonb ->> cot)::numeric, l.confirmed, l.confirmed_at, l.said_at,
      l.said_by_owner) AS trang_thai, l.confirmed_at AS luc
    FROM unnest(${lineNames}) WITH ORDINALITY AS x(cot, n)
    LEFT JOIN payslip_lines(${whose.month}::date, ARRAY[${whose.username}]::text[]) l USING (cot) ORDER BY n`)
  const said = await saidOf(whose, ctx)
  return rows.map(({ cot, trang_thai, luc }) => ({
    cot,
    gia_tri: row[cot],
    trang_thai,
    xac_nhan_luc: luc?.toISOString() ?? null,
    trao_doi: said
      .filter((one) => one.cot === cot)
      .map(({ id, nguoi_gui, ten, hoi, noi_dung, luc: at }) => ({
        id,
        nguoi_gui,
        ten,
        hoi,
        noi_dung,
        luc: at.toISOString(),
      })),
  }))
}

/** The row of the payroll where there is a slip of it, else null. */
async function slipRow(whose: Whose, ctx: Ctx): Promise<PayRow | null> {
  const row = await rowNow(whose, ctx)
  if (!row) return null
  const { rows } = await ctx.db.query<{ given: boolean }>(sql`
    SELECT payslip_given(${whose.month}::date, ${whose.username}, ${JSON.stringify(row)}::jsonb, ${lineNames}) AS given`)
  return rows[0]?.given === true ? row : null
}

/** The slip as it stands, or null where there is none. */
async function slipOf(whose: Whose, ctx: Ctx): Promise<Slip | null> {
  const row = await slipRow(whose, ctx)
  return row && slipFrom(whose, row, ctx)
}

async function slipFrom(whose: Whose, row: PayRow, ctx: Ctx): Promise<Slip> {
  const running = isRunning(formatMonth(whose.month))
  const former = running ? null : await whoseBefore(whose, ctx)
  const before = former && (await slipRow(former, ctx))
  return {
    hang: asSeen(row, ctx),
    tam_tinh: running,
    truoc: before?.chiTra ?? null,
    cua_minh: whose.username === ctx.actor.username,
    dong: await linesOf(whose, row, ctx),
  }
}

/** The row and lines of a slip that something is written to: one writer at a time; NOT_FOUND where there is none. */
async function openSlip(whose: Whose, ctx: Ctx): Promise<{ row: PayRow; all: SlipRow[] }> {
  if (whose.month > todayVn())
    throw new AppError('VALIDATION', slipTexts.notBegun, { fields: { thangTinhLuong: slipTexts.notBegun } })
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('phieuluong ' || ${idOf(whose)}, 0))`)
  const row = await slipRow(whose, ctx)
  if (!row) throw new AppError('NOT_FOUND', slipTexts.none(formatMonth(whose.month)))
  return { row, all: await linesOf(whose, row, ctx) }
}

/** The slip after a write, with what the screen says of it. */
async function written(whose: Whose, row: PayRow, msg: string, ctx: Ctx): Promise<Reply<Slip>> {
  ctx.publish(path)
  return withMsg(await slipFrom(whose, row, ctx), msg)
}

/** GET phieuluong. */
export async function read(
  ctx: Ctx,
  { username = ctx.actor.username, startDate }: ParsedOf<typeof readSlip>,
): Promise<Slip | null> {
  return slipOf(await whoseSlip(username, startDate, 'startDate', ctx), ctx)
}

/** POST xacNhan; what stands confirmed already is left as it was. */
export async function confirm(ctx: Ctx, input: ParsedOf<typeof confirmLines>): Promise<Reply<Slip>> {
  const whose = await whoseSlip(ctx.actor.username, input.thangTinhLuong, 'thangTinhLuong', ctx)
  const { row, all } = await openSlip(whose, ctx)
  const month = formatMonth(whose.month)
  if (isRunning(month)) throw new AppError('CONFLICT', slipTexts.running(month))
  const asked = new Map(input.dong.map(({ cot, gia_tri }) => [cot, gia_tri]))
  const lines = all.filter(({ cot }) => asked.has(cot))
  if (lines.some(({ cot, gia_tri }) => asked.get(cot) !== gia_tri))
    throw new AppError('CONFLICT', slipTexts.changed)
  const open = lines.filter(({ trang_thai }) => trang_thai !== 'xac_nhan')
  if (open.length > 0) {
    await ctx.db.query(sql`
      INSERT INTO payslip_confirmation (username, thang, cot, gia_tri, luc)
      SELECT ${whose.username}, ${whose.month}::date, cot, gia_tri, clock_timestamp()
      FROM jsonb_to_recordset(${JSON.stringify(open)}::jsonb) AS r(cot text, gia_tri numeric)
      ON CONFLICT (username, thang, cot) DO UPDATE SET gia_tri = EXCLUDED.gia_tri, luc = EXCLUDED.luc`)
    await audit(ctx, {
      action: 'update',
      resource: path,
      resourceId: idOf(whose),
      before: Object.fromEntries(open.map(({ cot, trang_thai }) => [cot, trang_thai])),
      after: Object.fromEntries(open.map(({ cot, gia_tri }) => [cot, gia_tri])),
    })
  }
  return written(whose, row, slipTexts.confirmed, ctx)
}

/**
 * Whether the same person has said the same of the line, and since then nobody else has said anything and nothing was confirmed: sent
 * again, it is that message.
 */
async function isSaid(
  { username, month }: Whose,
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

/** POST thacMac: the person asks, those who answer for it answer what was asked. */
export async function say(ctx: Ctx, input: ParsedOf<typeof saySlip>): Promise<Reply<Slip>> {
  const { username, cot, noi_dung } = input
  const whose = await whoseSlip(username, input.thangTinhLuong, 'thangTinhLuong', ctx)
  const own = username === ctx.actor.username
  const { row, all } = await openSlip(whose, ctx)
  const line = all.find((one) => one.cot === cot)
  if (!own && line?.trao_doi.length === 0) throw new AppError('CONFLICT', slipTexts.nothingAsked)
  // A confirmation closes the question: an answer behind it would open the line again.
  if (!own && line?.trang_thai === 'xac_nhan') throw new AppError('CONFLICT', slipTexts.settled)
  const msg = own ? slipTexts.asked : slipTexts.answered
  if (await isSaid(whose, input, ctx)) return written(whose, row, msg, ctx)
  await ctx.db.query(sql`
    INSERT INTO payslip_message (username, thang, cot, nguoi_gui, noi_dung, luc)
    VALUES (${username}, ${whose.month}::date, ${cot}, ${ctx.actor.username}, ${noi_dung}, clock_timestamp())`)
  await audit(ctx, {
    action: 'update',
    resource: path,
    resourceId: idOf(whose),
    after: { cot, noi_dung },
  })
  if (!own)
    ctx.after(() =>
      ctx.services.announce({ username }, slipTexts.answer(figureLabel(cot), formatMonth(whose.month))),
    )
  return written(whose, row, msg, ctx)
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
