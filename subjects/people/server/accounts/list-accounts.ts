/** GET users, GET users/{id}, GET users/findByUsername (D1-ACC-45 to D1-ACC-47). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { defaultPaging } from '#kit/contract/resource.ts'
import type { Account, accountList } from '#subjects/people/contract/calls/accounts.ts'
import type { Staff } from '#platform/contract/calls/staff.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { orderBy } from '#kit/server/order.ts'
import { pageJson, readJson } from '#kit/server/list.ts'
import {
  accountColumns,
  accounts,
  accountWhere,
  allOf,
  hierarchy,
  namedLike,
  pageOf,
  reachable,
  staffColumns,
} from './queries.ts'

const sorts = {
  username: sql`to_lower(u.username)`,
  fullname: sql`u.fullname`,
  createdAt: sql`u."createdAt"`,
}

/** A page of the accounts in scope, including locked ones, filtered by username or full name (D3-WORD-01). */
export function listAccounts(query: ParsedOf<typeof accountList>, ctx: Ctx): Promise<Json<Page<Account>>> {
  const name = query.username?.trim()
  const parts = [reachable(ctx)]
  if (name) parts.push(namedLike([sql`u.username`, sql`u.fullname`], name))
  return readJson(
    ctx,
    pageJson({
      select: accountColumns(ctx.actor),
      from: accounts,
      where: allOf(parts),
      order: orderBy(sorts, query.sort, hierarchy),
      ...pageOf(query, defaultPaging.size),
    }),
  )
}

/**
 * One active account of the scope by its username, ignoring case and width; only picker fields for callers without user.get (D1-ACC-62).
 */
export function accountByUsername(username: string, ctx: Ctx): Promise<Account | Staff> {
  const named = sql`to_lower(u.username) = to_lower(${username.trim().normalize('NFKC')}) AND NOT u.is_deleted`
  return ctx.actor.permissions.has('user.get')
    ? accountWhere(named, ctx)
    : accountWhere(named, ctx, staffColumns)
}
