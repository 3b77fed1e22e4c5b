/** POST customer/{id}/care: the result of a call (D1-CARE-19 to 33, D1-Q-090). */
import sql, { type Sql } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { DoNotCallEntry } from '#platform/contract/do-not-call.ts'
import { AppError, refuseFields } from '#kit/contract/error.ts'
import { readInstant } from '#kit/contract/dates.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { cleanText } from '#kit/contract/text.ts'
import {
  isAppointment,
  needsPackage,
  statusAfter,
  type CareResult,
} from '#subjects/calling/contract/care-results.ts'
import { texts as floorTexts } from '#subjects/calling/contract/calls/floor.ts'
import { careProblems, texts, type recordCare } from '#subjects/calling/contract/calls/care.ts'
import { withMsg } from '#kit/server/answer.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { entryOf } from '#kit/server/do-not-call.ts'
import { requireId } from '#kit/server/list.ts'
import { askForPackage } from './package-doubt.ts'

type Input = ParsedOf<typeof recordCare>
type Result = {
  status: CareResult
  package: string | null
  appointmentAt: string | null
  note: string | null
}

/** Parses the appointment time of a request: ISO with zone, or Vietnamese local date and time; must lie ahead. */
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
  const appointmentAt = input.appointmentAt ?? input.appointment_at
  const form = {
    status: input.status ?? '',
    package: cleanText(input.package ?? ''),
    appointmentAt: appointmentAt ?? null,
    note: cleanText(input.note ?? ''),
  }
  refuseFields(careProblems(form))
  if (form.note.length > 2000) throw new AppError('VALIDATION', 'Ghi chú tối đa 2,000 ký tự')
  const status = form.status as CareResult
  return {
    status,
    package: needsPackage(status) ? form.package : null,
    appointmentAt: isAppointment(status) ? readAppointment(appointmentAt) : null,
    note: form.note || null,
  }
}

type Standing = {
  mine: boolean
  called: boolean
  released: boolean | null
  blocked: DoNotCallEntry | null
  promised: boolean
  full: boolean
  closed: boolean
}

/** Grace period for a call that began within calling hours, in minutes. */
const endingMinutes = 15
const inHours = sql`calls_from(clock_timestamp() - make_interval(mins => ${endingMinutes})) <= clock_timestamp()`

/** Why a result was not recorded: 404 when the customer is outside the caller's scope, else 409. */
async function refusal(id: string, ctx: Ctx): Promise<AppError> {
  const { rows } = await ctx.db.query<Standing>(sql`
    SELECT holder_id IS NOT DISTINCT FROM ${ctx.actor.id} AS mine, stage = 'called' AS called, (
        SELECT m.kind = 'release' FROM movements m WHERE m.customer_id = c.id AND m.from_holder = ${ctx.actor.id}
        ORDER BY m.id DESC LIMIT 1) AS released,
      ${entryOf(sql`c.phone`)} AS blocked,
      stage = 'called' AND appointment_at IS NOT NULL AS promised, full_until(c.phone) IS NOT NULL AS full, NOT ${inHours} AS closed
    FROM customer c WHERE id = ${id} AND stage <> 'gone'`)
  const customer = rows[0]
  if (customer?.released) return new AppError('CONFLICT', floorTexts.takenOut)
  if (!customer || !(customer.mine || ctx.actor.priority < 3))
    return new AppError('NOT_FOUND', refusals.notFound)
  if (customer.blocked) return new AppError('CONFLICT', texts.blacklisted(customer.blocked))
  if (customer.mine && customer.promised && customer.full) return new AppError('CONFLICT', texts.calledEnough)
  if (customer.mine && customer.promised && customer.closed) return new AppError('CONFLICT', texts.notNow)
  return new AppError('CONFLICT', customer.mine && customer.called ? texts.alreadyRecorded : texts.notInHand)
}

/**
 * Condition of the customers for which the caller may record `status`: the current one, and an own appointment once (D1-Q-090). `version`
 * is the one shown to the caller; without it, a new appointment that replaces one not yet due is taken for a repeated request. A result for
 * a number that was not handed out must satisfy calling hours and call limits itself (D3-RULE-01, D3-RULE-02).
 */
function recordable(status: CareResult, version: number | undefined, ctx: Ctx): Sql {
  const isUnchanged =
    version === undefined
      ? sql`(${!isAppointment(status)} OR c.appointment_at <= clock_timestamp())`
      : sql`c.version = ${version}`
  return sql`c.holder_id = ${ctx.actor.id}
    AND CASE c.stage WHEN 'open' THEN true
      WHEN 'called' THEN c.appointment_at IS NOT NULL AND ${isUnchanged} AND ${inHours} AND full_until(c.phone) IS NULL
      ELSE false END
    AND NOT EXISTS (SELECT FROM do_not_call b WHERE b.phone_number = c.phone)`
}

/**
 * Records the result; customer, ledger, care log and audit change together, in one auto-committed statement. Other rows of the phone go to
 * the end of the queue, so that claims need not skip them (D3-ORG-06). 404 when the customer is not the caller's, 409 when its result is
 * already recorded, it was never handed out or it is blacklisted.
 */
export async function recordResult(input: Input, ctx: Ctx) {
  const id = requireId(input.id)
  const result = readResult(input)
  if (input.checkPackage) await askForPackage(result.package, id, ctx)
  // The session settings come first because the update joins them: the ledger's trigger reads them.
  const { rows } = await ctx.db.query<{ id: string }>(
    prepared(sql`
    WITH movement AS MATERIALIZED (
      SELECT set_config('vas.movement', 'result', true), set_config('vas.actor', ${ctx.actor.username}, true)
    ), updated AS (
      UPDATE customer c SET stage = 'called', status = ${statusAfter[result.status]},
        appointment_at = ${result.appointmentAt}, version = c.version + 1
      FROM movement WHERE c.id = ${id} AND ${recordable(result.status, input.version, ctx)}
      RETURNING c.id, c.phone, c.type, c.package, c."packageExpiredAt"
    ), rested AS (
      UPDATE customer o SET rank = rest_rank(clock_timestamp()) FROM (
        SELECT s.id FROM updated u JOIN customer s ON s.phone = u.phone
        WHERE s.id <> u.id AND s.stage = 'left' AND s.rank >= 0 FOR UPDATE OF s SKIP LOCKED) s
      WHERE o.id = s.id
    ), changed AS (
      INSERT INTO care_history AS h
        (customer_id, user_id, username, phone, package, status, appointment_at, note, customer_type, customer_package,
         customer_expired_at)
      SELECT id, ${ctx.actor.id}, ${ctx.actor.username}, phone, coalesce(${result.package}, package),
        ${result.status}, ${result.appointmentAt}, ${result.note}, type, package, "packageExpiredAt"
      FROM updated
      RETURNING h.id, NULL::jsonb AS before, to_jsonb(h) - 'version' AS after
    ), audited AS (${auditRows(ctx, 'care', 'care/history')})
    SELECT id FROM changed`),
  )
  const historyId = rows[0]?.id
  if (!historyId) throw await refusal(id, ctx)
  ctx.publish('care/history')
  ctx.publish('customer', [ctx.actor.id])
  return withMsg({ id: historyId }, texts.saved)
}
