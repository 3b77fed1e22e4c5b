/** The payroll's edit dialog, and calls that write one row (D2-PAY-39 to 43, D2-PAY-49, D2-Q-155, D2-Q-165). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { typedNames } from '#subjects/pay/contract/pay-lists.ts'
import {
  payrollTexts,
  type createRow,
  type findRow,
  type PayRow,
  type TypedRow as Editable,
  type updateRow,
} from '#subjects/pay/contract/calls/payroll.ts'
import { withMsg, type Reply } from '#kit/server/answer.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Values } from '#kit/server/write.ts'
import { parametersOf } from '../reports/tinhluong.ts'
import { readTyped, storeTyped } from './pay-values.ts'
import { answerRow, maskedRow, payRowId, payOwnerById, payOwner, type PayOwner } from './pay-owner.ts'

const ownerOf = ({ username, thangTinhLuong }: { username: string; thangTinhLuong: string }, ctx: Ctx) =>
  payOwner({ username, month: thangTinhLuong, field: 'thangTinhLuong' }, ctx)

/** Days from timekeeping, without overrides. */
async function countedDays({ username, month }: PayOwner, { db }: Ctx): Promise<number> {
  const { rows } = await db.query<{ days: string }>(sql`
    SELECT coalesce(sum(cong), 0) AS days
    FROM timekeeping_days(${month}::date, ${parametersOf(month)}, ARRAY[${username}]::text[])`)
  return Number(rows[0]?.days ?? 0)
}

type Stored = Record<string, unknown> & {
  ngay_cong: string | null
  canCuCheTai: string | null
  version: number
}

async function storedOf({ username, month }: PayOwner, { db }: Ctx): Promise<Stored | undefined> {
  const { rows } = await db.query<Stored>(sql`
    SELECT * FROM payroll_input WHERE username = ${username} AND thang = ${month}::date`)
  return rows[0]
}

async function editable(owner: PayOwner, ctx: Ctx): Promise<Editable> {
  const [stored, counted] = [await storedOf(owner, ctx), await countedDays(owner, ctx)]
  const days = stored?.ngay_cong ?? null
  const row: Editable = {
    username: owner.username,
    fullname: owner.fullname,
    thangTinhLuong: formatMonth(owner.month),
    ngayCongThucTe: days === null ? counted : Number(days),
    ngayCongChamCong: counted,
    ngayCongDaSua: days !== null,
    ...(Object.fromEntries(typedNames.map((name) => [name, Number(stored?.[name] ?? 0)])) as Record<
      (typeof typedNames)[number],
      number
    >),
    canCuCheTai: stored?.canCuCheTai ?? null,
    version: stored?.version ?? 0,
  }
  return maskedRow(row, ctx)
}

/** POST findTinhLuong. */
export const findTyped = async (ctx: Ctx, input: ParsedOf<typeof findRow>): Promise<Editable> =>
  editable(await ownerOf(input, ctx), ctx)

/** Stores the values; days equal to timekeeping are not stored as an override, so that they keep following it. */
async function store(owner: PayOwner, values: Values, ctx: Ctx): Promise<void> {
  const { ngayCongThucTe } = values
  const override =
    ngayCongThucTe === undefined || ngayCongThucTe === (await countedDays(owner, ctx)) ? null : ngayCongThucTe
  const row = { ...values, ngayCongThucTe: override, username: owner.username }
  await storeTyped(owner.month, [row], ngayCongThucTe !== undefined, ctx)
}

/** Serialises writers of a row, also before it has typed values. */
const lock = (owner: PayOwner, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('tinhluong ' || ${payRowId(owner)}, 0))`)

/** PUT updateTinhLuong; a stale version returns 409 with the current values. */
export async function updateTyped(ctx: Ctx, input: ParsedOf<typeof updateRow>): Promise<Reply<PayRow>> {
  const owner = await ownerOf(input, ctx)
  const values = readTyped(input, 'all')
  await lock(owner, ctx)
  if (input.version !== undefined && input.version !== ((await storedOf(owner, ctx))?.version ?? 0))
    throw new AppError('CONFLICT', refusals.stale, { current: await editable(owner, ctx) })
  await store(owner, values, ctx)
  return withMsg(await answerRow(owner, ctx), payrollTexts.updated(owner.username, formatMonth(owner.month)))
}

/** POST: the same for one row, with blank amounts as 0 (D2-Q-165). */
export async function createTyped(ctx: Ctx, input: ParsedOf<typeof createRow>): Promise<Reply<PayRow>> {
  const owner = await ownerOf(input, ctx)
  const values = readTyped(input, 'some')
  await lock(owner, ctx)
  await store(owner, values, ctx)
  return withMsg(await answerRow(owner, ctx), payrollTexts.updated(owner.username, formatMonth(owner.month)))
}

/** POST updateUser: reads the row, which recomputes it, as pay is not stored. */
export const recompute = async (ctx: Ctx, input: ParsedOf<typeof findRow>): Promise<Reply<PayRow>> =>
  answerRow(await ownerOf(input, ctx), ctx)

/** DELETE: removes the typed values of the row, with an audit entry; no change without any. */
export async function clearTyped(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const { username, month } = await payOwnerById(id, ctx)
  const changed = changeRows(ctx, 'remove', 'tinhluong', {
    table: 'payroll_input',
    key: ['username', 'thang'],
    where: sql`username = ${username} AND thang = ${month}::date`,
    set: null,
    returning: sql`${payRowId({ username, month })}::text AS id`,
    audited: sql`to_jsonb(t) - 'version' || jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish('tinhluong')
  return null
}
