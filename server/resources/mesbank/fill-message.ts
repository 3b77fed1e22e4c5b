/** PUT of a bank message: phone and package; above priority 2 only what is still empty (D1-BANK-32 to 35, D1-Q-051). */
import sql, { empty, type Sql } from 'sql-template-tag'
import { AppError, type FieldErrors } from '../../../contract/kit/error.ts'
import { readField, type Value } from '../../../contract/kit/kinds.ts'
import { fieldOf } from '../../../contract/kit/resource.ts'
import { bankTexts, mesbank } from '../../../contract/resources/mesbank.ts'
import { messages } from '../../../contract/messages.ts'
import type { Row } from '../../../contract/kit/row-schema.ts'
import type { Json } from '../../kit/answer.ts'
import { isPending } from '../../kit/approval.ts'
import { changeRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { one } from '../../kit/list.ts'
import { stale } from '../../kit/write.ts'

type Sent = { phone: Value; package: Value; version: number | null }

/** The sent values; empty ones are not sent (D1-Q-050). Throws VALIDATION with the field's name. */
function readSent(body: unknown): Sent {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('VALIDATION', messages.invalid)
  const sent = body as Record<string, unknown>
  const fields: FieldErrors = {}
  const read = (name: 'so_dien_thoai' | 'goi_cuoc'): Value => {
    const reading = readField(sent[name], fieldOf(mesbank, name))
    if (reading.ok) return reading.value
    fields[name] = reading.why
    return null
  }
  const values = { phone: read('so_dien_thoai'), package: read('goi_cuoc') }
  const first = Object.values(fields)[0]
  if (first !== undefined) throw new AppError('VALIDATION', first, { fields })
  const { version } = sent
  return { ...values, version: typeof version === 'number' && Number.isInteger(version) ? version : null }
}

/** Changes what may be changed in one statement, so that two people who fill the same field cannot both win. */
async function change(id: string, sent: Sent, ctx: Ctx): Promise<boolean> {
  const all = ctx.actor.priority < 3
  const guard: Sql = sent.version === null ? empty : sql`AND version = ${sent.version}`
  const changed = changeRows(ctx, 'update', mesbank.path, {
    table: 'mesbank',
    where: sql`id = ${id} AND deleted_at IS NULL AND ${isPending(mesbank)} ${guard}
      AND (${all} OR t.so_dien_thoai IS NULL OR t.goi_cuoc IS NULL)
      AND ((${sent.phone}::text IS NOT NULL AND (${all} OR t.so_dien_thoai IS NULL))
        OR (${sent.package}::text IS NOT NULL AND (${all} OR t.goi_cuoc IS NULL)))`,
    set: sql`
      so_dien_thoai = CASE WHEN ${all} OR t.so_dien_thoai IS NULL
        THEN coalesce(${sent.phone}::text, t.so_dien_thoai) ELSE t.so_dien_thoai END,
      goi_cuoc = CASE WHEN ${all} OR t.goi_cuoc IS NULL
        THEN coalesce(${sent.package}::text, t.goi_cuoc) ELSE t.goi_cuoc END,
      nhan_dang = 'tay', ly_do_nhan_dang = 'Do người dùng nhập',
      nguoi_cap_nhat = ${ctx.actor.username}, version = t.version + 1`,
  })
  const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  return rowCount === 1
}

/**
 * Answers the row; NOT_FOUND, CONFLICT for a stale version, FORBIDDEN for a message that is decided, and above priority 2
 * when both are filled.
 */
export async function fillMessage(id: string, body: unknown, ctx: Ctx): Promise<Json<Row>> {
  const sent = readSent(body)
  if (await change(id, sent, ctx)) {
    ctx.publish(mesbank.path)
    return one(mesbank, id, ctx)
  }
  const { rows } = await ctx.db.query<{ version: number; filled: boolean; pending: boolean }>(sql`
    SELECT version, so_dien_thoai IS NOT NULL AND goi_cuoc IS NOT NULL AS filled, ${isPending(mesbank)} AS pending
    FROM mesbank WHERE id = ${id} AND deleted_at IS NULL`)
  const row = rows[0]
  const sends = sent.phone !== null || sent.package !== null
  if (sends && row?.pending === false) throw new AppError('FORBIDDEN', messages.decided)
  if (!row || (sent.version !== null && sent.version !== row.version)) throw await stale(mesbank, id, ctx)
  if (ctx.actor.priority > 2 && row.filled) throw new AppError('FORBIDDEN', bankTexts.bothFilled)
  return one(mesbank, id, ctx)
}
