/** GET /:id/history: who changed the row and when, with old and new values, masked for the reader. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { can, seesPhones, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { insistedFields } from '#platform/contract/do-not-call.ts'
import type { Field } from '#kit/contract/field.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { sourceOf, type Resource } from '#kit/contract/resource.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { sameRows } from '#platform/contract/lists/index.ts'
import { maskPhone, redactPhones } from '#kit/contract/phone.ts'
import type { Ctx } from './context.ts'
import { ident } from './kinds.ts'
import { rowInScope } from './list.ts'

type Changes = HistoryEntry['changes']
export type AuditRow = {
  at: string
  username: string
  fullname: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** An audited value as a text, a number, or null. */
export const asValue = (value: unknown): Value => {
  if (value === null || value === undefined) return null
  return typeof value === 'number' ? value : String(value)
}

/** Masked as in lists: phones, and digits in free text; instants are left unchanged, as they have as many digits as a phone. */
function masked(value: Value, { kind }: Field, actor: Actor): Value {
  if (typeof value !== 'string' || seesPhones(actor)) return value
  if (kind === 'phone') return maskPhone(value)
  return kind === 'text' || kind === 'note' ? redactPhones(value) : value
}

/** Whether the field reads the column of another declared field under a second name. */
const isSecondSpelling = ({ fields }: Pick<Resource, 'fields'>, { from }: Field): boolean =>
  from !== undefined && Object.hasOwn(fields, from)

/** Declared, visible fields that differ between two states of a row; a column with two names counts once. */
export function changesOf(
  resource: Pick<Resource, 'fields'>,
  row: Pick<AuditRow, 'before' | 'after'>,
  actor: Actor,
  tell = asValue,
): Changes {
  return Object.entries<Field>({ ...resource.fields, ...insistedFields }).flatMap(([name, field]) => {
    if (field.kind === 'id' || isSecondSpelling(resource, field)) return []
    if (field.see !== undefined && !can(actor, field.see)) return []
    if (field.maskedFrom !== undefined && !seesPhones(actor)) return []
    const column = field.from ?? name
    const [before, after] = [row.before?.[column] ?? null, row.after?.[column] ?? null]
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    return [
      {
        field: name,
        label: field.label,
        before: masked(tell(before), field, actor),
        after: masked(tell(after), field, actor),
      },
    ]
  })
}

export type Trailed = Pick<Resource, 'path' | 'fields' | 'changedBy'>

/** Whether `actor` may know the authors of changes to `resource`. */
export function seesWho({ changedBy, fields }: Trailed, actor: Actor): boolean {
  const see = changedBy === undefined ? undefined : fields[changedBy]?.see
  return see === undefined || can(actor, see)
}

/**
 * The newest 200 changes of a row, masked for the reader, whose access the caller must have checked. `also` adds
 * entries from elsewhere, as `UNION ALL SELECT id, at, actor_id, username, action, before, after`; `tell` formats the
 * values; `more` adds changes of values that are not fields of the row.
 */
export async function historyOf(
  subject: Trailed,
  id: string,
  ctx: Ctx,
  {
    also = empty,
    tell = asValue,
    more,
  }: { also?: Sql; tell?: typeof asValue; more?: (row: AuditRow) => Changes } = {},
): Promise<{ values: HistoryEntry[] }> {
  const { rows } = await ctx.db.query<AuditRow>(sql`
    SELECT a.at, a.username, u.fullname, a.action, a.before, a.after
    FROM (SELECT id, at, actor_id, username, action, before, after FROM audit_log
      WHERE resource = ANY(${sameRows(subject.path)}) AND resource_id = ${id} ${also}) a
    LEFT JOIN users u ON u.id = a.actor_id ORDER BY a.id DESC LIMIT 200`)
  const withAuthor = seesWho(subject, ctx.actor)
  return {
    values: rows.map((row) => ({
      at: new Date(row.at).toISOString(),
      username: withAuthor ? row.username : '',
      fullname: withAuthor ? row.fullname : null,
      action: row.action,
      changes: [...changesOf(subject, row, ctx.actor, tell), ...(more?.(row) ?? [])],
    })),
  }
}

/** The newest 200 changes and views of a row that the caller may read; entries that only concern hidden fields are omitted. */
export async function history(resource: Resource, id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const visibleRow = await ctx.db.query(
    sql`SELECT FROM ${ident(sourceOf(resource))} WHERE ${rowInScope(resource, id, ctx)}`,
  )
  if (visibleRow.rowCount === 0) throw new AppError('NOT_FOUND', refusals.notFound)
  const { values } = await historyOf(resource, id, ctx)
  return { values: values.filter(({ action, changes }) => action === 'show-phone' || changes.length > 0) }
}
