/** Edits of the care log: result, appointment and note (D1-CARE-44 to 53). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError, refuseFields } from '#kit/contract/error.ts'
import { isEmpty, showField } from '#kit/contract/kinds.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  isAgreement,
  isAppointment,
  statusAfter,
  type CareResult,
} from '#subjects/calling/contract/care-results.ts'
import {
  careProblems,
  closedResult,
  texts,
  type setAppointmentAt as appointmentCall,
  type setNote as noteCall,
  type setStatus as statusCall,
} from '#subjects/calling/contract/calls/care.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readOne } from '#kit/server/list.ts'
import { countAll } from '#kit/server/phone-searches.ts'
import { staleRefusal } from '#kit/server/write.ts'
import { lockResult, requireHeld, requireOwn, type Row } from './own-result.ts'
import { askForPackage } from './package-doubt.ts'
import { readAppointment } from './record-result.ts'

/** Throws FORBIDDEN for a colleague's row and for one older than `care.editDaysBack` allows, CONFLICT when `version` is stale. */
async function requireEditable(row: Row, version: number | undefined, ctx: Ctx): Promise<void> {
  requireOwn(row, ctx)
  if (version !== undefined && version !== row.version) throw await staleRefusal(careHistory, row.id, ctx)
  const { rows } = await ctx.db.query<{ since: Date }>(sql`SELECT editable_since() AS since`)
  const [limit] = rows
  if (limit && row.created_at < limit.since)
    throw new AppError('FORBIDDEN', closedResult(limit.since.toISOString()))
}

/**
 * Takes the advisory lock that claims take, so that the phone is not handed out before the commit. Taken before the lock of the customer
 * row, in the same order as a claim.
 */
const lockPhone = (row: Row, { db }: Ctx): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(8, ${row.phone}::int)`)

/**
 * Throws CONFLICT when the account that holds the customer is locked: it could not keep the new appointment. Locking an account takes the
 * same advisory lock: a lock committed before this edit is seen here, one after it hands the appointment over.
 */
async function requireHolderAtWork(row: Row, { db }: Ctx): Promise<void> {
  const { rows } = await db.query<{ id: string | null }>(sql`
    SELECT holder_id AS id FROM customer WHERE id = ${row.customer_id} AND stage = 'called'`)
  const holder = rows[0]?.id ?? null
  if (holder === null) return
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${holder}, 7))`)
  const { rowCount } = await db.query(sql`SELECT FROM users WHERE id = ${holder} AND is_deleted`)
  if (rowCount) throw new AppError('CONFLICT', texts.holderStopped)
}

/** Condition: the result is the newest of its customer, so the customer's status follows it. */
const isNewest = ({ id }: Row): Sql => sql`NOT EXISTS (
  SELECT FROM care_history h, care_history mine
  WHERE mine.id = ${id} AND h.customer_id = mine.customer_id AND h.created_at > mine.created_at)`

/**
 * Like `requireHeld`; also throws CONFLICT while the number is in hand because of this result (for its appointment, or by a recycling rule)
 * or was blacklisted while in hand: a release, or the end of the block, restores the number's former state, and the edit would be lost.
 */
async function requireEditableNow(row: Row, ctx: Ctx): Promise<void> {
  await requireHeld(row, ctx)
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM customer c WHERE c.id = ${row.customer_id} AND (
      c.stage IN ('open', 'blocked') AND c.appointment_at IS NOT NULL AND ${isNewest(row)}
      OR c.stage = 'open' AND EXISTS (SELECT FROM recycled_by(c.id))
      OR c.stage = 'blocked' AND EXISTS (SELECT FROM recycled_before_block(c.id)))`)
  if (rowCount) throw new AppError('CONFLICT', texts.calledAgain)
}

type Edit = Partial<Pick<Row, 'status' | 'package' | 'appointment_at' | 'note'>>

/** Throws CONFLICT when another salesperson is calling the phone or has an appointment with it: both rows are one person (D3-ORG-06). */
async function checkPhone(row: Row, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM customer o JOIN customer c ON c.id = ${row.customer_id} AND o.holder_id <> c.holder_id
    WHERE o.phone = ${row.phone} AND (o.stage = 'open' OR (o.stage = 'called' AND o.appointment_at IS NOT NULL))`)
  if (rowCount) throw new AppError('CONFLICT', texts.phoneTaken)
}

/**
 * Counts the number as disclosed for the day, also for a row without a customer: the appointment list shows the full number again
 * (D3-SEC-05).
 */
async function countShown(row: Row, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(sql`
    SELECT FROM customer WHERE id = ${row.customer_id} AND stage = 'called' AND appointment_at IS NULL`)
  if (rowCount) await countAll([row.phone], ctx)
}

/** Copies the newest result to the customer. A status set by the carrier is kept. */
async function follow(row: Row, ctx: Ctx): Promise<void> {
  const appointment = isAppointment(row.status) ? row.appointment_at : null
  if (appointment) {
    await checkPhone(row, ctx)
    await countShown(row, ctx)
  }
  await ctx.db.query(sql`
    UPDATE customer c SET status = ${statusAfter[row.status]}, appointment_at = ${appointment}, version = version + 1
    WHERE id = ${row.customer_id} AND stage = 'called' AND ${isNewest(row)}`)
}

/** Writes an edit with its audit entry. Editing a note does not change the customer. */
async function save(row: Row, edit: Edit, ctx: Ctx) {
  const next = { ...row, ...edit }
  // A note may come back with phones masked, as the editor saw them; the stored digits are kept.
  const note = seesPhones(ctx.actor) ? sql`${next.note}` : sql`keep_phones(${next.note}, t.note)`
  const changed = changeRows(ctx, 'update', careHistory, {
    table: 'care_history',
    where: sql`t.id = ${row.id}`,
    set: sql`status = ${next.status}, package = ${next.package}, appointment_at = ${next.appointment_at},
      note = ${note}, version = t.version + 1`,
  })
  await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  if (edit.status !== undefined || edit.appointment_at !== undefined) await follow(next, ctx)
  ctx.publish(careHistory.path)
  ctx.publish('customer')
  return readOne(careHistory, row.id, ctx)
}

/**
 * PUT setStatus: same rules as the dialog; APPOINTMENT requires its time, other results clear it (D1-Q-085). A result that changes to
 * agreed must name its package: the one in the row was only offered.
 */
export async function setStatus(input: ParsedOf<typeof statusCall>, ctx: Ctx) {
  const row = await lockResult(input.id, ctx)
  await requireEditable(row, input.version, ctx)
  const status = input.status as CareResult
  if (isAppointment(status)) await requireHolderAtWork(row, ctx)
  await lockPhone(row, ctx)
  await requireEditableNow(row, ctx)
  const agreed = isAgreement(status) && !isAgreement(row.status)
  if (!isEmpty(input.appointment_at)) refuseTimeOf(status)
  const newTime = readAppointment(input.appointment_at) ?? row.appointment_at
  const code = agreed || input.package !== undefined ? cleanText(input.package ?? '') : row.package
  refuseFields(
    careProblems({
      status,
      package: code ?? '',
      appointmentAt: newTime,
      note: row.note ?? '',
    }),
  )
  const packageChange = agreed && { package: code }
  if (packageChange && input.checkPackage) await askForPackage(code, row.customer_id, ctx)
  return save(row, { status, ...packageChange, appointment_at: isAppointment(status) ? newTime : null }, ctx)
}

/** Refuses a time for a result other than an appointment: it would be stored without ever causing a call. */
function refuseTimeOf(status: string): void {
  if (isAppointment(status)) return
  const reason = texts.noTimeFor(showField(status, careHistory.fields.status))
  refuseFields({ appointment_at: reason })
}

/** PUT setAppointmentAt: the time must lie ahead, and the result must be an appointment (D1-Q-085). */
export async function setAppointmentAt(input: ParsedOf<typeof appointmentCall>, ctx: Ctx) {
  const row = await lockResult(input.id, ctx)
  await requireEditable(row, input.version, ctx)
  await requireHolderAtWork(row, ctx)
  await lockPhone(row, ctx)
  await requireEditableNow(row, ctx)
  refuseTimeOf(row.status)
  const appointmentAt = readAppointment(input.appointment_at ?? input.appointmentAt)
  if (!appointmentAt) {
    throw new AppError('VALIDATION', texts.noAppointment, { fields: { appointment_at: texts.noAppointment } })
  }
  return save(row, { appointment_at: appointmentAt }, ctx)
}

/** PUT setNote: an empty note is refused (D1-Q-086). */
export async function setNote(input: ParsedOf<typeof noteCall>, ctx: Ctx) {
  const row = await lockResult(input.id, ctx)
  await requireEditable(row, input.version, ctx)
  const note = cleanText(input.note)
  if (note === '') throw new AppError('VALIDATION', texts.noNote, { fields: { note: texts.noNote } })
  if (note.length > 2000) throw new AppError('VALIDATION', 'Ghi chú tối đa 2,000 ký tự')
  return save(row, { note }, ctx)
}
