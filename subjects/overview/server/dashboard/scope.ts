/** Scope of the figures: the viewer's, for managers optionally narrowed to a branch. */
import sql, { type Sql } from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import { inScope, inUnit } from '#kit/server/list.ts'
import type { Span } from './spans.ts'

/** The people counted; 403 when a non-manager selects a branch, 404 for an unknown one. */
export async function scopeOf(team: string | undefined, ctx: Ctx): Promise<Scope> {
  if (!team) return ctx.scope
  if (!can(ctx.actor, 'below3')) throw new AppError('FORBIDDEN', messages.forbidden)
  const { rows } = await ctx.db.query<{ id: string; username: string }>(sql`
    SELECT m.id, m.username FROM users b JOIN roles r ON r.id = b.role_id AND r.priority = 3
    JOIN users m ON m.id = b.id OR m.brand_id = b.id
    WHERE b.username = ${team}`)
  const branch = rows.find(({ username }) => username === team)
  if (!branch) throw new AppError('NOT_FOUND', refusals.notFound)
  return {
    all: false,
    ids: rows.map(({ id }) => id),
    usernames: rows.map(({ username }) => username),
    self: branch,
    unit: { column: 'brand_id', id: branch.id },
  }
}

/** Condition: a row belongs to the people counted, by the current tree. */
export const within = inScope

/** Condition: a row happened in the counted unit, by the unit stored with it, or is the viewer's own (D3-ORG-01). */
export const happenedIn = inUnit

/** Condition: an instant lies within a span. */
export const during = (column: Sql, { from, to }: Span): Sql =>
  sql`(${column} >= ${from}::timestamptz AND ${column} < ${to}::timestamptz)`
