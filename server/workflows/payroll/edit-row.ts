/** The edit dialog of the payroll and the calls that write one row (D2-PAY-39 to 43, D2-PAY-49, D2-Q-155, D2-Q-165). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { formatMonth } from '../../../contract/month.ts'
import { typedNames } from '../../../contract/resources/payroll-sheets.ts'
import {
  payrollTexts,
  type createRow,
  type findRow,
  type PayRow,
  type TypedRow as Editable,
  type updateRow,
} from '../../../contract/workflows/payroll.ts'
import { withMsg, type Reply } from '../../kit/answer.ts'
import { changeRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import type { Values } from '../../kit/write.ts'
import { parametersOf } from '../../reports/tinhluong.ts'
import { readTyped, storeTyped } from './typed.ts'
import { answerRow, asSeen, idOf, whoseId, whoseRow, type Whose } from './whose.ts'

const named = ({ username, thangTinhLuong }: { username: string; thangTinhLuong: string }, ctx: Ctx) =>
  whoseRow({ username, month: thangTinhLuong, field: 'thangTinhLuong' }, ctx)

/** Days as timekeeping has them, whatever was typed. */
async function countedDays({ username, month }: Whose, { db }: Ctx): Promise<number> {
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

async function storedOf({ username, month }: Whose, { db }: Ctx): Promise<Stored | undefined> {
  const { rows } = await db.query<Stored>(sql`
    SELECT * FROM payroll_input WHERE username = ${username} AND thang = ${month}::date`)
  return rows[0]
}

async function editable(whose: Whose, ctx: Ctx): Promise<Editable> {
  const [stored, counted] = [await storedOf(whose, ctx), await countedDays(whose, ctx)]
  const days = stored?.ngay_cong ?? null
  const row: Editable = {
    username: whose.username,
    fullname: whose.fullname,
    thangTinhLuong: formatMonth(whose.month),
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
  return asSeen(row, ctx)
}

/** POST findTinhLuong. */
export const findTyped = async (ctx: Ctx, input: ParsedOf<typeof findRow>): Promise<Editable> =>
  editable(await named(input, ctx), ctx)

/** Writes what was read; days that say what timekeeping says are no override, so that saving freezes nothing. */
async function store(whose: Whose, values: Values, ctx: Ctx): Promise<void> {
  const { ngayCongThucTe } = values
  const own =
    ngayCongThucTe === undefined || ngayCongThucTe === (await countedDays(whose, ctx)) ? null : ngayCongThucTe
  const row = { ...values, ngayCongThucTe: own, username: whose.username }
  await storeTyped(whose.month, [row], ngayCongThucTe !== undefined, ctx)
}

/** One writer at a time for a row, also while it has nothing typed. */
const lock = (whose: Whose, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('tinhluong ' || ${idOf(whose)}, 0))`)

/** PUT updateTinhLuong; a stale version answers 409 with the values as they are. */
export async function updateTyped(ctx: Ctx, input: ParsedOf<typeof updateRow>): Promise<Reply<PayRow>> {
  const whose = await named(input, ctx)
  const values = readTyped(input, 'all')
  await lock(whose, ctx)
  if (input.version !== undefined && input.version !== ((await storedOf(whose, ctx))?.version ?? 0))
    throw new AppError('CONFLICT', messages.stale, { current: await editable(whose, ctx) })
  await store(whose, values, ctx)
  return withMsg(await answerRow(whose, ctx), payrollTexts.updated(whose.username, formatMonth(whose.month)))
}

/** POST: the same for one row, blank amounts being 0 (D2-Q-165). */
export async function createTyped(ctx: Ctx, input: ParsedOf<typeof createRow>): Promise<Reply<PayRow>> {
  const whose = await named(input, ctx)
  const values = readTyped(input, 'some')
  await lock(whose, ctx)
  await store(whose, values, ctx)
  return withMsg(await answerRow(whose, ctx), payrollTexts.updated(whose.username, formatMonth(whose.month)))
}

/** POST updateUser: nothing is stored, so that computing anew is reading. */
export const recompute = async (ctx: Ctx, input: ParsedOf<typeof findRow>): Promise<Reply<PayRow>> =>
  answerRow(await named(input, ctx), ctx)

/** DELETE: what was typed for the row goes, with its trail; a row without any stays as it is. */
export async function clearTyped(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const { username, month } = await whoseId(id, ctx)
  const changed = changeRows(ctx, 'remove', 'tinhluong', {
    table: 'payroll_input',
    key: ['username', 'thang'],
    where: sql`username = ${username} AND thang = ${month}::date`,
    set: null,
    returning: sql`${idOf({ username, month })}::text AS id`,
    kept: sql`to_jsonb(t) - 'version' || jsonb_build_object('ngayCongThucTe', t.ngay_cong)`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  ctx.publish('tinhluong')
  return null
}
