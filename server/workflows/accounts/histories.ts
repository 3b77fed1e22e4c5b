/** Who changed an account or a role, when, from what to what. */
import sql from 'sql-template-tag'
import { accountTrail, roleTrail, type Trail } from '../../../contract/workflows/trails.ts'
import type { Ctx } from '../../kit/context.ts'
import { trailOf, type HistoryEntry } from '../../kit/history.ts'
import { oneAccount } from './list-accounts.ts'
import { readRole } from './list-roles.ts'

/** The trail keeps permissions by id; people read their codes. */
async function readable(of: Trail, id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  const { values } = await trailOf(of, id, ctx)
  const { rows } = await ctx.db.query<{ id: string; code: string }>(sql`SELECT id, code FROM permissions`)
  const codes = new Map(rows.map((row) => [row.id, row.code]))
  const said = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => codes.get(String(one)) ?? String(one)).join(', ')
    return typeof value === 'boolean' ? String(value) : value
  }
  return {
    values: values.map((entry) => ({
      ...entry,
      changes: entry.changes.map((one) => ({ ...one, before: said(one.before), after: said(one.after) })),
    })),
  }
}

/** The history of an account in reach; NOT_FOUND for any other. */
export async function historyOfAccount(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await oneAccount(id, ctx)
  return readable(accountTrail, id, ctx)
}

/** The history of a role; NOT_FOUND when there is none. */
export async function historyOfRole(id: string, ctx: Ctx): Promise<{ values: HistoryEntry[] }> {
  await readRole(id, ctx)
  return readable(roleTrail, id, ctx)
}
