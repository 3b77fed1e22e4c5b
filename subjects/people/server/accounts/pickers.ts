/** Lists behind the pickers: active accounts of the scope or of all units, never paged (D1-Q-037, D1-Q-038). */
import { can } from '#platform/contract/abilities.ts'
import type { Page } from '#kit/contract/shapes.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Staff } from '#platform/contract/calls/staff.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { readJson, requireId } from '#kit/server/list.ts'
import { accounts, hierarchy, reachable, staffColumns } from './queries.ts'

/** Whether the caller picks from all units: managers of pay, and deciders without people of their own (D3-ACC-01, D3-ACC-02). */
const picksAll = ({ actor }: Ctx): boolean =>
  can(actor, 'managesPay') || (can(actor, 'seesWaiting') && actor.priority >= 5)

const pickable = (ctx: Ctx): Sql => (picksAll(ctx) ? sql`true` : reachable(ctx))

const pick = (ctx: Ctx, condition: Sql, reach: Sql = pickable(ctx)): Promise<Json<Page<Staff>>> =>
  readJson(
    ctx,
    sql`SELECT json_build_object('values', coalesce(json_agg(s), '[]'::json), 'count', count(s))::text AS body FROM (
      SELECT ${staffColumns} FROM ${accounts} WHERE NOT u.is_deleted AND ${condition} AND ${reach}
      ORDER BY ${hierarchy}) s`,
  )

/** Every account of the scope (D1-ACC-54). */
export const allStaff = (ctx: Ctx): Promise<Json<Page<Staff>>> => pick(ctx, sql`true`)

/** Every account of the scope at one level: 3 branches, 4 leaders, 5 salespeople (D1-ACC-55 to D1-ACC-57). */
export const allOfLevel = (priority: 3 | 4 | 5, ctx: Ctx): Promise<Json<Page<Staff>>> =>
  pick(ctx, sql`r.priority = ${priority}`)

/** The branches of the scope and the caller's own (D1-ACC-58). */
export const myBrands = (ctx: Ctx): Promise<Json<Page<Staff>>> =>
  pick(ctx, sql`r.priority = 3`, sql`(${pickable(ctx)} OR u.id = ${ctx.actor.brandId}::uuid)`)

/** The leaders of a branch (D1-ACC-59). */
export const leadersOfBrand = (brandId: string, ctx: Ctx): Promise<Json<Page<Staff>>> =>
  pick(ctx, sql`r.priority = 4 AND u.brand_id = ${requireId(brandId)}`)

/** The salespeople of a branch, all of the scope without one (D1-ACC-60). */
export const salesOfBrand = (brandId: string | undefined, ctx: Ctx): Promise<Json<Page<Staff>>> =>
  pick(ctx, brandId ? sql`r.priority = 5 AND u.brand_id = ${requireId(brandId)}` : sql`r.priority = 5`)
