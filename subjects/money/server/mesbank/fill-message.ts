/** PUT of a bank message: phone and package; below priority 2 only empty ones (D1-BANK-32 to 35, D1-Q-051). */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { AppError, refuseFields, type FieldErrors } from '#kit/contract/error.ts'
import { readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf } from '#kit/contract/resource.ts'
import { bankTexts, mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import type { Json } from '#kit/server/answer.ts'
import { isPending } from '#kit/server/approval.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident } from '#kit/server/kinds.ts'
import { readOne } from '#kit/server/list.ts'
import { untoldAmong } from '#kit/server/phone-searches.ts'
import { staleRefusal, typeOf } from '#kit/server/write.ts'

type Sent = {
  phone: Value
  package: Value
  version: number | null
  /** Fields of the message itself, which cannot be changed here. */
  readOnlyFields: [name: string, value: Value][]
}

/** The sent values; empty ones count as not sent (D1-Q-050). Throws VALIDATION naming the field. */
function readSent(body: unknown): Sent {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('VALIDATION', messages.invalid)
  const sentValues = body as Record<string, unknown>
  const fields: FieldErrors = {}
  const parsed = (name: string): Value => {
    const reading = readField(sentValues[name], fieldOf(mesbank, name))
    if (reading.ok) return reading.value
    fields[name] = reading.reason
    return null
  }
  const values = { phone: parsed('so_dien_thoai'), package: parsed('goi_cuoc') }
  const fixedFields = mesbank.form
    .filter((name) => name in sentValues)
    .map((name): [string, Value] => [name, parsed(name)])
  refuseFields(fields)
  const { version } = sentValues
  return {
    ...values,
    readOnlyFields: fixedFields,
    version: typeof version === 'number' && Number.isInteger(version) ? version : null,
  }
}

/** Accepts unchanged values of fixed fields; refuses changed ones by field. */
async function refuseFixed(
  id: string,
  { readOnlyFields: fixedFields, version }: Sent,
  ctx: Ctx,
): Promise<void> {
  if (fixedFields.length === 0) return
  const changed = fixedFields.map(
    ([name, value]) =>
      sql`CASE WHEN ${ident(name)} IS DISTINCT FROM ${value}::${raw(typeOf(mesbank, name))} THEN ${name}::text END`,
  )
  type Told = { version: number; pending: boolean; changed: (keyof typeof mesbank.fields)[] }
  const { rows } = await ctx.db.query<Told>(sql`
    SELECT version, ${isPending(mesbank)} AS pending, array_remove(ARRAY[${join(changed)}], NULL) AS changed FROM mesbank
    WHERE id = ${id} AND deleted_at IS NULL`)
  const [row] = rows
  if (!row || (version !== null && version !== row.version)) throw await staleRefusal(mesbank, id, ctx)
  if (!row.pending && row.changed.length > 0) throw new AppError('FORBIDDEN', messages.decided)
  const fields = Object.fromEntries(
    row.changed.map((name) => [name, bankTexts.notWritten(mesbank.fields[name].label)]),
  )
  refuseFields(fields)
}

/** One statement, so that of two concurrent fills of a field only one succeeds. */
async function change(id: string, sentValues: Sent, ctx: Ctx): Promise<boolean> {
  const mayOverwrite = ctx.actor.priority < 3
  const guard: Sql = sentValues.version === null ? empty : sql`AND version = ${sentValues.version}`
  const fills = (column: Sql, value: Value): Sql =>
    sql`(${value}::text IS NOT NULL AND (${mayOverwrite} OR ${column} IS NULL))`
  const leaves = (column: Sql, value: Value): Sql =>
    sql`(${mayOverwrite} OR coalesce(${column} = ${value}::text, true))`
  const [phone, name] = [sql`t.so_dien_thoai`, sql`t.goi_cuoc`]
  const changed = changeRows(ctx, 'update', mesbank.path, {
    table: 'mesbank',
    where: sql`id = ${id} AND deleted_at IS NULL AND ${isPending(mesbank)} ${guard}
      AND ${leaves(phone, sentValues.phone)} AND ${leaves(name, sentValues.package)}
      AND (${fills(phone, sentValues.phone)} OR ${fills(name, sentValues.package)})`,
    set: sql`
      so_dien_thoai = coalesce(${sentValues.phone}::text, ${phone}), goi_cuoc = coalesce(${sentValues.package}::text, ${name}),
      nhan_dang = 'tay', ly_do_nhan_dang = 'Do người dùng nhập',
      nguoi_cap_nhat = ${ctx.actor.username}, version = t.version + 1`,
  })
  const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  return rowCount === 1
}

type Now = { version: number; filled: boolean; pending: boolean; phone: boolean; package: boolean }

/** Below priority 2 filled fields are fixed: refuses the whole call when both are filled, else by field. */
function refuseFilled({ filled, phone, package: name }: Now): void {
  if (filled) throw new AppError('FORBIDDEN', bankTexts.bothFilled)
  const field = phone ? 'so_dien_thoai' : name ? 'goi_cuoc' : null
  if (field === null) return
  const refusal = bankTexts.filled(mesbank.fields[field].label)
  throw new AppError('FORBIDDEN', refusal, { fields: { [field]: refusal } })
}

/**
 * Returns the row; NOT_FOUND, CONFLICT for a stale version, FORBIDDEN for a decided message, and below priority 2 for changing a filled
 * field.
 */
export async function fillMessage(id: string, body: unknown, ctx: Ctx): Promise<Json<Row>> {
  const sentValues = readSent(body)
  await refuseFixed(id, sentValues, ctx)
  // Counts as a search for the phone, although the answer reveals nothing about it.
  if (typeof sentValues.phone === 'string') await untoldAmong([sentValues.phone], ctx)
  if (await change(id, sentValues, ctx)) {
    ctx.publish(mesbank.path)
    return readOne(mesbank, id, ctx)
  }
  const { rows } = await ctx.db.query<Now>(sql`
    SELECT version, so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL AS filled, ${isPending(mesbank)} AS pending,
      coalesce(so_dien_thoai <> ${sentValues.phone}::text, false) AS phone,
      coalesce(goi_cuoc <> ${sentValues.package}::text, false) AS package
    FROM mesbank WHERE id = ${id} AND deleted_at IS NULL`)
  const row = rows[0]
  const sends = sentValues.phone !== null || sentValues.package !== null
  if (sends && row?.pending === false) throw new AppError('FORBIDDEN', messages.decided)
  if (!row || (sentValues.version !== null && sentValues.version !== row.version))
    throw await staleRefusal(mesbank, id, ctx)
  if (ctx.actor.priority > 2) refuseFilled(row)
  return readOne(mesbank, id, ctx)
}
