/** Edits of the care log: result, appointment, note, and inviting again (D1-CARE-44 to 54). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { careHistory } from '../../../contract/resources/care-history.ts'
import { cleanText } from '../../../contract/text.ts'
import { type CareResult } from '../../../contract/care-results.ts'
import {
  careProblem,
  texts,
  type inviteAgain as inviteCall,
  type setAppointmentAt as appointmentCall,
  type setNote as noteCall,
  type setStatus as statusCall,
} from '../../../contract/workflows/care.ts'
import { noticed } from '../../kit/answer.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { inUnit, one, requireId } from '../../kit/list.ts'
import { stale } from '../../kit/write.ts'
import { readAppointment } from './record-result.ts'
import { statusAfter } from './transitions.ts'

type Row = {
  id: string
  customer_id: string
  user_id: string
  status: CareResult
  package: string | null
  appointment_at: string | null
  note: string | null
  version: number
}

/** The row, locked, when the caller may edit it: managers, or its own staff member (D1-Q-087). */
async function lockOwn(id: string, version: number | undefined, ctx: Ctx): Promise<Row> {
  const { rows } = await ctx.db.query<Row>(sql`
    SELECT * FROM care_history WHERE id = ${requireId(id)} AND ${inUnit(sql`user_id`, ctx.scope, 'id')} FOR UPDATE`)
  const row = rows[0]
  if (!row) throw new AppError('NOT_FOUND', messages.notFound)
  if (ctx.actor.priority >= 3 && row.user_id !== ctx.actor.id)
    throw new AppError('FORBIDDEN', messages.forbidden)
  if (version !== undefined && version !== row.version) throw await stale(careHistory, row.id, ctx)
  return row
}

type Edit = Partial<Pick<Row, 'status' | 'appointment_at' | 'note'>>

/** Writes an edit with its trail, and lets the customer follow when this is its newest result. */
async function save(row: Row, edit: Edit, ctx: Ctx) {
  const next = { ...row, ...edit }
  await ctx.db.query(sql`
    UPDATE care_history SET status = ${next.status}, appointment_at = ${next.appointment_at}, note = ${next.note},
      version = version + 1 WHERE id = ${row.id}`)
  const follows = next.status === 'APPOINTMENT' ? next.appointment_at : null
  await ctx.db.query(sql`
    UPDATE customer SET status = ${statusAfter[next.status]}, appointment_at = ${follows}, version = version + 1
    WHERE id = ${row.customer_id} AND stage = 'called' AND NOT EXISTS (
      SELECT FROM care_history h, care_history mine
      WHERE mine.id = ${row.id} AND h.customer_id = mine.customer_id AND h.created_at > mine.created_at)`)
  const before = Object.fromEntries(Object.keys(edit).map((name) => [name, row[name as keyof Edit]]))
  await audit(ctx, { action: 'update', resource: careHistory.path, resourceId: row.id, before, after: edit })
  ctx.publish(careHistory.path, [row.id])
  ctx.publish('customer', [row.customer_id])
  return one(careHistory, row.id, ctx)
}

/** PUT setStatus: the same rules as the dialog; another result than APPOINTMENT clears its time (D1-Q-085). */
export async function setStatus(input: ParsedOf<typeof statusCall>, ctx: Ctx) {
  const row = await lockOwn(input.id, input.version, ctx)
  const problem = careProblem({
    status: input.status,
    package: row.package ?? '',
    appointmentAt: row.appointment_at,
    note: row.note ?? '',
  })
  if (problem) throw new AppError('VALIDATION', problem.msg, { fields: { [problem.field]: problem.msg } })
  const status = input.status as CareResult
  return save(row, { status, ...(status !== 'APPOINTMENT' && { appointment_at: null }) }, ctx)
}

/** PUT setAppointmentAt: a time ahead. */
export async function setAppointmentAt(input: ParsedOf<typeof appointmentCall>, ctx: Ctx) {
  const row = await lockOwn(input.id, input.version, ctx)
  const at = readAppointment(input.appointment_at ?? input.appointmentAt)
  if (!at) {
    throw new AppError('VALIDATION', texts.noAppointment, { fields: { appointment_at: texts.noAppointment } })
  }
  return save(row, { appointment_at: at }, ctx)
}

/** PUT setNote: an empty note is refused (D1-Q-086). */
export async function setNote(input: ParsedOf<typeof noteCall>, ctx: Ctx) {
  const row = await lockOwn(input.id, input.version, ctx)
  const note = cleanText(input.note)
  if (note === '') throw new AppError('VALIDATION', texts.noNote, { fields: { note: texts.noNote } })
  if (note.length > 2000) throw new AppError('VALIDATION', 'Ghi chú tối đa 2,000 ký tự')
  return save(row, { note }, ctx)
}

/** POST xacNhanMoiLai: the customer returns to its staff member as the next one (D1-Q-089). */
export async function inviteAgain(input: ParsedOf<typeof inviteCall>, ctx: Ctx) {
  const row = await lockOwn(input.id, undefined, ctx)
  await ctx.db.query(sql`
    SELECT set_config('vas.movement', 'reinvite', true), set_config('vas.actor', ${ctx.actor.username}, true)`)
  // A negative rank puts the number before all others; the later call comes first.
  const { rowCount } = await ctx.db.query(sql`
    UPDATE customer SET stage = 'left', status = 'ASSIGNED', holder_id = ${row.user_id}, appointment_at = NULL,
      rank = -(extract(epoch FROM clock_timestamp()) * 1000)::bigint, version = version + 1
    WHERE id = ${row.customer_id} AND stage = 'called'`)
  if (rowCount === 0) throw new AppError('CONFLICT', 'Khách hàng này đang chờ gọi hoặc đang được chăm sóc')
  await ctx.db.query(sql`
    UPDATE care_history SET reinvited_at = now(), reinvited_by = ${ctx.actor.username}, version = version + 1
    WHERE id = ${row.id}`)
  await audit(ctx, { action: 'reinvite', resource: careHistory.path, resourceId: row.id })
  ctx.publish(careHistory.path, [row.id])
  ctx.publish('customer', [row.customer_id])
  return noticed({ channel: 'Chăm sóc khách hàng', message: texts.reinvited, status: 'Unknown' })
}
