/** History of a subscriber file or a customer list: author, time, values before and after, and distribution of numbers. */
import sql, { type Sql } from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { formatMoney as grouped } from '#kit/contract/money.ts'
import { fileSubject, uploadSubject } from '#platform/contract/calls/histories.ts'
import type { Ctx } from '#kit/server/context.ts'
import { historyOf, type AuditRow } from '#kit/server/history.ts'
import { inScope, requireId } from '#kit/server/list.ts'

type Changes = HistoryEntry['changes']
type Person = { id: string; username: string; fullname: string }

async function requireFile(id: string, which: Sql, ctx: Ctx): Promise<void> {
  const { rowCount } = await ctx.db.query(
    sql`SELECT FROM data_files f WHERE f.id = ${requireId(id)} AND f.deleted_at IS NULL AND ${which}`,
  )
  if (rowCount === 0) throw new AppError('NOT_FOUND', refusals.notFound)
}

/** People of the caller's scope by id and by username, as audit entries have either. */
async function peopleOf(ctx: Ctx): Promise<ReadonlyMap<string, Person>> {
  const { rows } = await ctx.db.query<Person>(
    sql`SELECT u.id, u.username, u.fullname FROM users u WHERE ${inScope(sql`u.id`, ctx.scope, 'id')}`,
  )
  return new Map(rows.flatMap((person) => [[person.id, person] as const, [person.username, person] as const]))
}

const numberCount = (quantity: unknown): string | null =>
  typeof quantity === 'number' ? `${grouped(quantity)} số` : null

const change = (
  { username, fullname }: Person,
  before: string | null,
  after: string | null,
): Changes[number] => ({
  field: username,
  label: `${fullname} (${username})`,
  before,
  after,
})

/** Quantities before and after a split, of people in scope only: other branches' stay private. */
const sharesOf =
  (people: ReadonlyMap<string, Person>) =>
  ({ action, before, after }: AuditRow): Changes => {
    if (action !== 'split' && action !== 'undo-split') return []
    return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((name) => {
      const person = people.get(name)
      const [formerCount, is] = [numberCount(before?.[name]), numberCount(after?.[name])]
      return person && formerCount !== is ? [change(person, formerCount, is)] : []
    })
  }

/** Accounts that may be handed numbers of the file, from the audited permissions. */
const permitsOf =
  (id: string, people: ReadonlyMap<string, Person>) =>
  ({ action, before, after }: AuditRow): Changes => {
    if (action !== 'permit') return []
    const person = people.get(String(after?.user_id))
    const permissionText = (state: AuditRow['before']): string =>
      Array.isArray(state?.files) && state.files.includes(id) ? 'Được lấy số' : 'Không được lấy số'
    return person ? [change(person, permissionText(before), permissionText(after))] : []
  }

/** Numbers of the list that were assigned, item by item. */
const assignmentsOf =
  (id: string, people: ReadonlyMap<string, Person>) =>
  ({ action, after }: AuditRow): Changes => {
    if (action !== 'assign' || !Array.isArray(after)) return []
    return (after as { user?: string; count?: number; upload?: string | null }[]).flatMap((item) => {
      const person = people.get(item.user ?? '')
      return person && item.upload === id ? [change(person, null, numberCount(item.count))] : []
    })
  }

/** Actions on shares of people: hidden when nobody in the caller's scope is affected. */
const actionsOnPeople: readonly string[] = ['split', 'undo-split', 'permit']

/** History of a subscriber file, for all readers of the file list, limited to the caller's scope. */
export async function historyOfFile(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await requireFile(id, sql`f.kind = 'pool'`, ctx)
  const people = await peopleOf(ctx)
  const [shares, permits] = [sharesOf(people), permitsOf(id, people)]
  const permitted = sql`coalesce(before -> 'files' ? ${id}, false) <> coalesce(after -> 'files' ? ${id}, false)`
  const ids = [...new Set([...people.values()].map((person) => person.id))]
  const { values } = await historyOf(fileSubject, id, ctx, {
    also: sql`UNION ALL SELECT id, at, actor_id, username, action, before, after FROM audit_log
      WHERE resource = 'data_options' AND resource_id = ANY(${ids}) AND ${permitted}`,
    more: (row) => [...shares(row), ...permits(row)],
  })
  const concernsScope = (entry: HistoryEntry): boolean =>
    ctx.scope.all || entry.changes.length > 0 || !actionsOnPeople.includes(entry.action)
  return { values: values.filter(concernsScope) }
}

export async function historyOfUpload(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const isOwnerInScope = inScope(sql`f.owner_id`, ctx.scope, 'id')
  await requireFile(id, sql`f.kind = 'list' AND ${isOwnerInScope}`, ctx)
  return historyOf(uploadSubject, id, ctx, {
    also: sql`UNION ALL SELECT id, at, actor_id, username, action, before, after FROM audit_log
      WHERE resource = 'customer' AND resource_id = 'assign'
        AND after @> jsonb_build_array(jsonb_build_object('upload', ${id}::text))`,
    more: assignmentsOf(id, await peopleOf(ctx)),
  })
}
