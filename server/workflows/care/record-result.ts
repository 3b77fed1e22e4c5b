/** POST customer/{id}/care: the result of a call (D1-CARE-19 to 33, D1-Q-090). */
import sql, { empty } from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { readInstant } from '../../../contract/dates.ts'
import { messages } from '../../../contract/messages.ts'
import { cleanText } from '../../../contract/text.ts'
import type { CareResult } from '../../../contract/care-results.ts'
import { careProblem, needsPackage, texts, type recordCare } from '../../../contract/workflows/care.ts'
import { withMsg } from '../../kit/answer.ts'
import { prepared } from '../../db/prepared.ts'
import { auditRows } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/context.ts'
import { requireId } from '../../kit/list.ts'
import { statusAfter } from './transitions.ts'

type Input = ParsedOf<typeof recordCare>
type Result = {
  status: CareResult
  package: string | null
  appointmentAt: string | null
  note: string | null
}

/** An appointment time as sent: ISO with zone, or date and time of Vietnamese time; must lie ahead. */
export function readAppointment(raw: string | null | undefined): string | null {
  if (!raw || raw.trim() === '') return null
  const instant = readInstant(raw)
  if (!instant) {
    throw new AppError('VALIDATION', 'Thời gian hẹn lại không phải ngày giờ', {
      fields: { appointmentAt: 'Thời gian hẹn lại không phải ngày giờ' },
    })
  }
  if (Date.parse(instant) <= Date.now()) {
    throw new AppError('VALIDATION', texts.pastAppointment, {
      fields: { appointmentAt: texts.pastAppointment },
    })
  }
  return instant
}

function readResult(input: Input): Result {
  const sent = input.appointmentAt ?? input.appointment_at
  const form = {
    status: input.status ?? '',
    package: cleanText(input.package ?? ''),
    appointmentAt: sent ?? null,
    note: cleanText(input.note ?? ''),
  }
  const problem = careProblem(form)
  if (problem) throw new AppError('VALIDATION', problem.msg, { fields: { [problem.field]: problem.msg } })
  if (form.note.length > 2000) throw new AppError('VALIDATION', 'Ghi chú tối đa 2,000 ký tự')
  const status = form.status as CareResult
  return {
    status,
    package: needsPackage(status) ? form.package : null,
    appointmentAt: status === 'APPOINTMENT' ? readAppointment(sent) : null,
    note: form.note || null,
  }
}

/** Why no result could be recorded: 404 when the customer is not the caller's, else 409, it is done already. */
async function refusal(id: string, ctx: Ctx): Promise<AppError> {
  const { rows } = await ctx.db.query<{ holder_id: string | null }>(
    sql`SELECT holder_id FROM customer WHERE id = ${id} AND stage <> 'gone'`,
  )
  const customer = rows[0]
  const seen = customer && (ctx.actor.priority < 3 || customer.holder_id === ctx.actor.id)
  return seen ? new AppError('CONFLICT', texts.alreadyRecorded) : new AppError('NOT_FOUND', messages.notFound)
}

/**
 * Records the result; customer, ledger, care log and audit change together, in one statement that commits by itself.
 * 404 when the customer is not the caller's, 409 when its result is recorded already.
 */
export async function recordResult(input: Input, ctx: Ctx) {
  const id = requireId(input.id)
  const result = readResult(input)
  const mine = sql`AND c.holder_id = ${ctx.actor.id}
    AND (c.stage = 'open' OR (c.stage = 'called' AND c.appointment_at IS NOT NULL))`
  // The settings come first because the update joins them; the trail brings its own entry.
  const { rows } = await ctx.db.query<{ id: string }>(
    prepared(sql`
    WITH movement AS MATERIALIZED (
      SELECT set_config('vas.movement', 'result', true), set_config('vas.actor', ${ctx.actor.username}, true)
    ), updated AS (
      UPDATE customer c SET stage = 'called', status = ${statusAfter[result.status]},
        holder_id = coalesce(c.holder_id, ${ctx.actor.id}), appointment_at = ${result.appointmentAt},
        version = c.version + 1
      FROM movement WHERE c.id = ${id} AND c.stage <> 'gone' ${ctx.actor.priority < 3 ? empty : mine}
      RETURNING c.id, c.phone, c.package
    ), changed AS (
      INSERT INTO care_history AS h
        (customer_id, user_id, username, phone, package, status, appointment_at, note)
      SELECT id, ${ctx.actor.id}, ${ctx.actor.username}, phone, coalesce(${result.package}, package),
        ${result.status}, ${result.appointmentAt}, ${result.note}
      FROM updated
      RETURNING h.id, NULL::jsonb AS before, ${JSON.stringify(result)}::jsonb AS after
    ), audited AS (${auditRows(ctx, 'care', 'care/history')})
    SELECT id FROM changed`),
  )
  const historyId = rows[0]?.id
  if (!historyId) throw await refusal(id, ctx)
  ctx.publish('care/history', [historyId])
  ctx.publish('customer', [id])
  return withMsg({ id: historyId }, texts.saved)
}
