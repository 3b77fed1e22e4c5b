/** Registration results: channels by role, and hidden staff on rows of the default admin (D1-REG-22 to 31). */
import sql, { type Sql } from 'sql-template-tag'
import { can, type Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Resource } from '#kit/contract/resource.ts'
import { messages } from '#platform/contract/messages.ts'
import { registrationResults } from '#subjects/registrations/contract/lists/customer-message-9084.ts'
import { channelsFor } from '#subjects/registrations/contract/lists/registration-channels.ts'
import { wireNames } from '#kit/contract/row-schema.ts'
import type { Ctx } from '#kit/server/context.ts'
import { history } from '#kit/server/history.ts'
import { ident } from '#kit/server/kinds.ts'
import { conditions, readOne, paging, requireId, selection, type Query } from '#kit/server/list.ts'
import { orderOf } from '#kit/server/order.ts'
import { readPage } from '#kit/server/read-page.ts'
import type { Overrides } from '#kit/server/routes.ts'

const { fields, filter, ...rest } = registrationResults

/**
 * Columns below priority 2: the view's, without staff on rows of the default admin. Scope and filter use the real column, which is indexed
 * and never shown.
 */
const withoutAdmin: Resource = {
  ...rest,
  fields: {
    ...fields,
    username_nv: { ...fields.username_nv, from: 'username_shown' },
    ten_nv: { ...fields.ten_nv, from: 'ten_shown' },
    owner_nv: { ...fields.username_nv, from: 'username_nv', write: 'never' },
  },
  filter: {
    ...filter,
    username: { on: 'owner_nv', op: 'equals' },
    team: { ...filter.team, on: 'owner_nv' },
  },
  owner: 'owner_nv',
}

/** The resource through which `actor` reads results. */
export const resultsFor = (actor: Actor): Resource =>
  can(actor, 'below3') ? registrationResults : withoutAdmin

const isChosen = (text: string | undefined): text is string =>
  text !== undefined && !['', '-99', '__ALL'].includes(text.trim())

/** The query with its channel as stored; 403 for a channel that the caller may not use (D1-Q-105). */
function withChannel(query: Query, actor: Actor): Query {
  if (!isChosen(query.subagent)) return query
  const subagent = query.subagent.trim().toLowerCase()
  if (!channelsFor(actor).includes(subagent)) throw new AppError('FORBIDDEN', messages.forbidden)
  return { ...query, subagent }
}

/** A search by name must exclude rows with a hidden name, as a match would reveal it. */
const nameFilter = (query: Query, resource: Resource): Sql =>
  resource === withoutAdmin && (isChosen(query.username) || isChosen(query.team))
    ? sql`username_shown IS NOT NULL`
    : sql`true`

function listResults(sent: Query, ctx: Ctx) {
  const query = withChannel(sent, ctx.actor)
  const resource = resultsFor(ctx.actor)
  const { where, searched } = conditions(resource, query, ctx)
  return readPage(resource, ctx, {
    select: selection(resource, wireNames(resource), ctx.actor),
    from: ident(registrationResults.view),
    query,
    where: sql`${where} AND ${nameFilter(query, resource)}`,
    searched,
    order: orderOf(resource, query, ctx.actor),
    ...paging(resource, query),
  })
}

export const registrationOverrides: Overrides = {
  list: (ctx, raw) => listResults(raw.query, ctx),
  one: (ctx, raw) => readOne(resultsFor(ctx.actor), requireId(raw.params.id), ctx),
  history: (ctx, raw) => history(resultsFor(ctx.actor), requireId(raw.params.id), ctx),
}
