/** The bank file, and the sheet of people in no file (D3-ACC-04). */
import type { FastifyReply } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { bankCode } from '#subjects/people/contract/banks.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Field } from '#kit/contract/field.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { commonForm, formColumns, type BankForm } from '#subjects/money/contract/bank-forms.ts'
import { formatMonth } from '#kit/contract/month.ts'
import {
  becomesOf,
  payoutTexts,
  unpaidColumns,
  type makePayoutFile,
  type FilePart,
  type PayoutFile,
} from '#subjects/pay/contract/calls/payouts.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sendSheet } from '#kit/server/export.ts'
import { requireId, type Query } from '#kit/server/list.ts'
import { monthOf } from '../reports/tinhluong.ts'
import { closedMonth, contentOf, formNow, lockClosedMonth, stateOf, type Closed } from './list.ts'

/** Account changes within this period are named when the list has changed. */
const lately = sql`interval '1 hour'`

/** Throws CONFLICT, naming recently changed accounts, when the list is not the one the caller saw. */
async function requireSeen(closed: Closed, fingerprint: string, { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ same: boolean; names: string[] }>(sql`
    SELECT payout_print(${closed.id}) = ${fingerprint} AS same,
      ARRAY(SELECT username FROM payout_rows(${closed.id}) WHERE doi_luc > now() - ${lately} ORDER BY doi_luc DESC) AS names`)
  if (rows[0]?.same !== true) throw new AppError('CONFLICT', payoutTexts.changed(rows[0]?.names ?? []))
}

/** Makes the file from the list that the caller saw; stores the account numbers as sent to the bank. */
export async function makeFile(ctx: Ctx, input: ParsedOf<typeof makePayoutFile>): Promise<Reply<PayoutFile>> {
  const closed = await lockClosedMonth(input.thangTinhLuong, ctx)
  await requireSeen(closed, input.van_tay, ctx)
  const form = await formNow(ctx)
  const kinds = input.lai === true ? ['chi', 'bu'] : ['chi']
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    WITH paid AS MATERIALIZED (
      SELECT * FROM payout_rows(${closed.id}) WHERE kieu = ANY(${kinds})
    ), made AS (
      INSERT INTO payout_file (thang, closing_id, lan, boi, mau)
      SELECT ${closed.month}::date, ${closed.id}, 1 + coalesce((
        SELECT max(lan) FROM payout_file WHERE thang = ${closed.month}::date), 0), ${ctx.actor.username}, ${JSON.stringify(form)}::jsonb
      -- Checked again in the writing statement, as an account may have changed since the check.
      WHERE EXISTS (SELECT FROM paid) AND payout_print(${closed.id}) = ${input.van_tay} RETURNING id
    )
    INSERT INTO payout_line (file_id, username, ten, ngan_hang, so_tai_khoan, so)
    SELECT made.id, username, ten, ngan_hang, so_tai_khoan, con FROM made, paid RETURNING file_id AS id`)
  const made = (await stateOf(closed, ctx)).files.find(({ id }) => id === rows[0]?.id)
  if (!made) {
    await requireSeen(closed, input.van_tay, ctx)
    throw new AppError('CONFLICT', payoutTexts.nothing)
  }
  await audit(ctx, {
    action: 'create',
    resource: 'danhsachchitra',
    resourceId: made.id,
    after: { thang: formatMonth(closed.month), lan: made.lan, so_dong: made.so_dong, tong: made.tong },
  })
  ctx.publish('tinhluong')
  return withMsg(made, payoutTexts.made(made.lan))
}

const sheetColumns = (fields: Readonly<Record<string, Field>>) =>
  Object.entries(fields).map(([name, field]) => ({ name, label: field.label, field }))

const dashed = (month: string): string => formatMonth(month).replace('/', '-')

type Stored = { month: string; lan: number; mau: BankForm | null }

/** Lines of a part of a file; all of them when its form has no parts. */
function linesOf(id: string, { month, mau }: Stored, part: FilePart | undefined): Sql {
  const content = contentOf(month)
  const atPayingBank = sql`ngan_hang = ${mau?.ngan_hang ?? ''}`
  const among = part === undefined ? sql`true` : part === 'cung' ? atPayingBank : sql`NOT ${atPayingBank}`
  return sql`SELECT row_number() OVER (ORDER BY username)::int AS stt, ngan_hang, so_tai_khoan, ten, so,
      ${mau?.khong_dau ? sql`bank_name(${content})` : content} AS noi_dung, username
    FROM payout_line WHERE file_id = ${id} AND ${among}`
}

/** The requested part; VALIDATION for one that the file does not have. */
function partOf(sent: string | undefined, { mau }: Stored): FilePart | undefined {
  const parted = mau?.tach === true
  if (!parted && (sent === undefined || sent === '')) return undefined
  if (parted && (sent === 'cung' || sent === 'khac')) return sent
  throw new AppError('VALIDATION', payoutTexts.part, { fields: { phan: payoutTexts.part } })
}

/** Sends a file as .xlsx, unchanged, in its original form; each download is audited. */
export async function sendFile(
  { id: sent, phan }: { id: string | undefined; phan: string | undefined },
  ctx: Ctx,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = requireId(sent)
  const { rows } = await ctx.db.query<Stored>(sql`
    SELECT thang::text AS month, lan, mau FROM payout_file WHERE id = ${id}`)
  const [file] = rows
  if (!file) throw new AppError('NOT_FOUND', refusals.notFound)
  const part = partOf(phan, file)
  const lines = linesOf(id, file, part)
  const ending = part ? `-${part}-ngan-hang` : ''
  return sendSheet(
    {
      file: `Chi-tra-${dashed(file.month)}-lan-${file.lan}${ending}.xlsx`,
      columns: (file.mau ?? commonForm).cot.map(({ cot, ten }) => ({
        name: cot,
        label: ten,
        field: formColumns[cot],
      })),
      count: sql`SELECT count(*) AS count FROM (${lines}) l`,
      rows: sql`SELECT * FROM (${lines}) l ORDER BY stt`,
      mapRow: (row) => ({ ...row, ma_napas: bankCode(String(row.ngan_hang)) }),
      resource: 'tinhluong',
      query: { id, ...(part && { phan: part }) },
    },
    ctx,
    reply,
  )
}

/** Sends the people in no file of the month, with the reason, as .xlsx. */
export async function sendUnpaid(query: Query, ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const month = monthOf(query.startDate)
  const closed = await closedMonth(month, ctx)
  if (!closed) throw new AppError('CONFLICT', payoutTexts.notClosed(formatMonth(month)))
  const rows = sql`SELECT * FROM payout_rows(${closed.id}) WHERE kieu NOT IN ('chi', 'bu', 'da_tai')`
  return sendSheet(
    {
      file: `Khong-chi-${dashed(month)}.xlsx`,
      columns: sheetColumns(unpaidColumns),
      count: sql`SELECT count(*) AS count FROM (${rows}) r`,
      rows: sql`SELECT username, fullname, so, con, kieu, da_tai, tien_mat FROM (${rows}) r ORDER BY kieu, username`,
      mapRow: (row) => ({ ...row, xu_ly: becomesOf(row as Parameters<typeof becomesOf>[0]) }),
      resource: 'tinhluong',
      query,
    },
    ctx,
    reply,
  )
}
