/** Saves revenue lines from an import or a POST: validated, written and audited together (D2-REVF-07). */
import sql from 'sql-template-tag'
import type { AuditAction } from '#platform/contract/audit-actions.ts'
import type { AuditSubject } from '#platform/contract/channels.ts'
import { AppError } from '#kit/contract/error.ts'
import { isEmpty, readField, type Value } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { notEntered } from '#kit/contract/text.ts'
import type { Json } from '#kit/server/answer.ts'
import { auditRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { importable } from '#kit/server/import.ts'
import { readOne } from '#kit/server/list.ts'
import { countKeys } from '#kit/server/phone-searches.ts'
import type { Values } from '#kit/server/write.ts'

type Written = {
  n: number
  report: string | null
  before: object | null
  field: string | null
  why: string | null
}

/** Result for each row, by position from 1. */
async function write(rows: readonly Values[], ctx: Ctx): Promise<Written[]> {
  const { rows: written } = await ctx.db.query<Written>(
    sql`SELECT * FROM write_lines(${JSON.stringify(rows)}::jsonb)`,
  )
  return written
}

/** Audits the changed lines; a new report is audited under its line. */
async function record(written: readonly Written[], action: AuditAction, resource: AuditSubject, ctx: Ctx) {
  const reports = new Map(
    written.flatMap(({ report, before }) => (report ? [[report, before] as const] : [])),
  )
  const rows = [...reports].map(([id, before]) => ({ id, before }))
  await ctx.db.query(sql`
    WITH changed AS (
      SELECT l.line_id AS id, r.before - 'version' AS before, to_jsonb(l) - 'version' AS after
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, before jsonb) JOIN revenue_line l USING (id)
    ), audited AS (${auditRows(ctx, action, resource)})
    SELECT FROM changed`)
}

/** Saves rows of an import; returns the number of new lines, and refusals by position. */
export async function saveLines(resource: Resource, rows: readonly Values[], ctx: Ctx) {
  if (rows.length === 0) return { inserted: 0, refused: new Map<number, string>() }
  const written = await write(rows, ctx)
  await record(written, 'import', resource, ctx)
  ctx.publish(resource)
  const made = new Set(written.flatMap(({ report, before }) => (report && !before ? [report] : [])))
  const refused = new Map(written.flatMap(({ n, why }) => (why === null ? [] : [[n - 1, why] as const])))
  return { inserted: made.size, refused }
}

/** Parses the sent fields by their declarations; VALIDATION with all fields that are invalid, or missing in a new line. */
function readSent(resource: Resource, body: unknown, ctx: Ctx): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('VALIDATION', messages.invalid)
  const sent = body as Record<string, unknown>
  const values: Record<string, Value> = {}
  const fields: Record<string, string> = {}
  const isNew = isEmpty(sent.track0) && isEmpty(sent.track1)
  const missing = isNew ? (resource.formRequired ?? []).filter((name) => isEmpty(sent[name])) : []
  for (const name of missing) fields[name] = notEntered(fieldOf(resource, name).label)
  for (const name of importable(resource, ctx.actor)) {
    if (isEmpty(sent[name])) continue
    const reading = readField(sent[name], fieldOf(resource, name))
    if (reading.ok) values[name] = reading.value
    else fields[name] = reading.reason
  }
  const [first] = Object.values(fields)
  if (first !== undefined)
    throw new AppError('VALIDATION', missing.length > 0 ? messages.missingField : first, { fields })
  return values
}

/**
 * POST: updates the line named by `track0` and `track1` with the sent fields; without these it creates one (D2-Q-18). The answer tells a
 * masked role whether the number is known, so it counts as a search of the day (D3-SEC-05).
 */
export async function saveLine(resource: Resource, body: unknown, ctx: Ctx): Promise<Json<Row>> {
  const values = readSent(resource, body, ctx)
  if (!isEmpty(values.so_dien_thoai_cs)) await countKeys(resource, ['so_dien_thoai_cs'], [values], ctx)
  const written = await write([values], ctx)
  const [row] = written
  if (!row) throw new AppError('INTERNAL', messages.unknownError, { inner: 'a line was not judged' })
  const { report, before, field, why } = row
  if (why !== null) throw new AppError('VALIDATION', why, { fields: { [field ?? '']: why } })
  await record(written, before ? 'update' : 'create', resource, ctx)
  const { rows } = await ctx.db.query<{ id: string }>(
    sql`SELECT line_id AS id FROM revenue_line WHERE id = ${report}`,
  )
  const id = rows[0]?.id
  if (!id) throw new AppError('INTERNAL', messages.unknownError, { inner: 'a line was not saved' })
  ctx.publish(resource)
  return readOne(resource, id, ctx)
}
