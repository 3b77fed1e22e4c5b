/** Calls to a waiting row's number and who holds it, as 'Khách hàng 360' shows them to the caller (D3-APR-02). */
import sql, { type Sql } from 'sql-template-tag'
import { fieldOf, sourceOf, type Resource } from '#kit/contract/resource.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import { deskCalls, type DeskCalls } from '#subjects/money/contract/calls/desk.ts'
import type { Ctx } from '#kit/server/context.ts'
import { ident, shownTo } from '#kit/server/kinds.ts'
import { conditions, visible } from '#kit/server/list.ts'
import { checked, inCustomerScope } from '#subjects/numbers/server/index.ts'

/** A name that no list uses as a parameter. */
const phoneParameter = ' phone'

/** Condition: rows of the phone in the caller's scope. */
const ofPhone = (resource: Resource, phone: string, ctx: Ctx): Sql =>
  conditions(
    { ...resource, filter: { [phoneParameter]: { on: 'phone', op: 'phoneEnd' } } },
    { [phoneParameter]: phone },
    ctx,
  ).where

/** A field of the care log as text; NULL when the caller may not see it. */
const shownCall = (name: keyof typeof careHistory.fields, { actor }: Ctx): Sql =>
  visible(careHistory, [name], actor).length > 0
    ? shownTo(name, fieldOf(careHistory, name), actor)
    : sql`NULL::text`

export async function readCalls(phone: string, ctx: Ctx): Promise<DeskCalls> {
  // Texts are masked for the listed calls alone, which costs more than finding them.
  const { rows } = await ctx.db.query<{ calls: DeskCalls }>(sql`
    WITH found AS MATERIALIZED (
      SELECT id, created_at, username, fullname, status, note FROM ${ident(sourceOf(careHistory))}
      WHERE ${ofPhone(careHistory, phone, ctx)})
    SELECT json_build_object(
      'last', coalesce((SELECT json_agg(c) FROM (
        SELECT id, created_at AS at, ${shownCall('username', ctx)} AS username, ${shownCall('fullname', ctx)} AS fullname,
          status AS result, ${shownCall('note', ctx)} AS note
        FROM found ORDER BY created_at DESC, id DESC LIMIT ${deskCalls}) c), '[]'::json),
      'month', (SELECT count(*) FROM found WHERE created_at > now() - interval '30 days'),
      'holders', coalesce((SELECT json_agg(h ORDER BY h.fullname, h.username) FROM (
        SELECT u.username, u.fullname FROM users u WHERE u.id IN (
          SELECT holder_id FROM ${ident(sourceOf(checked))} WHERE ${ofPhone(checked, phone, ctx)} AND ${inCustomerScope(ctx)})) h), '[]'::json)) AS calls`)
  return rows[0]?.calls ?? { last: [], month: 0, holders: [] }
}
