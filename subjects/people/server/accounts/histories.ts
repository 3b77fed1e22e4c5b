/** History of an account or a role: who changed what, when, from which value to which. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { maskAccountNumber, seesPayout } from '#subjects/people/contract/banks.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { channels } from '#subjects/registrations/contract/calls/channels.ts'
import { accountSubject, roleSubject, type HistorySubject } from '#platform/contract/calls/histories.ts'
import type { Ctx } from '#kit/server/context.ts'
import { historyOf, asValue } from '#kit/server/history.ts'
import { readAccount } from './queries.ts'
import { readRole } from './list-roles.ts'

type Change = HistoryEntry['changes'][number]

const listed = (value: Change['before']): string[] =>
  value === null || value === '' ? [] : String(value).split('\n')

/** Splits a change of permissions into granted and revoked ones, as the change is invisible in two lists of thirty. */
function rightsOf(change: Change): Change[] {
  if (change.field !== 'permissions') return [change]
  const [before, after] = [listed(change.before), listed(change.after)]
  const granted = after.filter((right) => !before.includes(right)).join(', ')
  const revoked = before.filter((right) => !after.includes(right)).join(', ')
  return [
    ...(revoked === ''
      ? []
      : [{ field: 'rightsTaken', label: 'Quyền bị bớt', before: revoked, after: null }]),
    ...(granted === ''
      ? []
      : [{ field: 'rightsGiven', label: 'Quyền được thêm', before: null, after: granted }]),
  ]
}

/** Replaces permission ids of the audit trail by labels. */
async function readable(
  of: HistorySubject,
  id: string,
  ctx: Ctx,
  also?: Sql,
): Promise<{ values: HistoryEntry[] }> {
  const { rows } = await ctx.db.query<{ id: string; words: string }>(
    sql`SELECT id, name || ' (' || category || ')' AS words FROM permissions`,
  )
  const words = new Map(rows.map((row) => [row.id, row.words]))
  const describe = (value: unknown) =>
    Array.isArray(value)
      ? value.map((one) => words.get(String(one)) ?? String(one)).join('\n')
      : asValue(value)
  const { values } = await historyOf(of, id, ctx, { ...(also && { also }), tell: describe })
  return { values: values.map((entry) => ({ ...entry, changes: entry.changes.flatMap(rightsOf) })) }
}

/** Channels of an account are audited by username and channel, and only managers see them (D1-Q-049). */
const channelChanges = (username: string, { actor }: Ctx): Sql =>
  can(actor, 'below3')
    ? sql`UNION ALL SELECT id, at, actor_id, username, action,
        CASE WHEN before->>'active' = 'true' THEN jsonb_build_object('kenh', split_part(resource_id, '/', 2)) END,
        CASE WHEN after->>'active' = 'true' THEN jsonb_build_object('kenh', split_part(resource_id, '/', 2)) END
      FROM audit_log
      WHERE resource = 'userkenhmoigoi' AND resource_id = ANY(${channels.map((kenh) => `${username}/${kenh}`)}::text[])`
    : empty

const short = (value: Change['before']) => (value === null ? null : maskAccountNumber(String(value)))

/** Masks bank account numbers of an entry to their last four characters (D3-ACC-04). */
const withoutNumbers = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  changes: entry.changes.map((change) =>
    change.field === 'so_tai_khoan'
      ? { ...change, before: short(change.before), after: short(change.after) }
      : change,
  ),
})

/** The history of an account of the scope, with that of its channels; NOT_FOUND for any other. */
export async function historyOfAccount(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const { username } = await readAccount(id, ctx)
  const history = await readable(accountSubject, id, ctx, channelChanges(username, ctx))
  return seesPayout(ctx.actor, id) ? history : { values: history.values.map(withoutNumbers) }
}

/** The history of a role; NOT_FOUND when there is none. */
export async function historyOfRole(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await readRole(id, ctx)
  return readable(roleSubject, id, ctx)
}
