/** People affected by a change of a role's priority, which applies to all of them at once (D3-ORG-08). */
import sql, { type Sql } from 'sql-template-tag'
import type { Priority } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { treeFields } from '#subjects/people/contract/calls/accounts.ts'
import { texts, type Affected, type Role } from '#subjects/people/contract/calls/roles.ts'
import type { Ctx } from '#kit/server/context.ts'
import { gainsOf } from './gains.ts'
import { readRole } from './list-roles.ts'
import { knownPriority } from './known-priority.ts'

type Person = Affected['people'][number]

/** SQL text of why account `u` cannot have a priority; null when it can. `excused`: no leader required. */
function unplaced(priority: number, excused: Sql): Sql {
  const { brand, group } = treeFields(priority)
  return sql`CASE
    WHEN ${brand === 'required'} AND u.brand_id IS NULL THEN ${texts.noBranch}
    WHEN ${group} AND u.group_id IS NULL AND NOT ${excused} THEN ${texts.noLeader}
    WHEN ${priority === 3 || priority === 6} AND u.brand_id IS NOT NULL THEN ${texts.belowBranch}
    WHEN ${priority === 4 || priority === 6} AND u.group_id IS NOT NULL THEN ${texts.belowLeader} END`
}

/**
 * The people of the role, with why some would have no place in the tree, leave others without one, or could not be changed back; a person
 * placed by exception counts as placed (D3-SEC-09).
 */
async function peopleOf(role: Role, priority: number, ctx: Pick<Ctx, 'db'>): Promise<Person[]> {
  const { rows } = await ctx.db.query<Person>(sql`
    SELECT u.username, u.fullname, coalesce(
      ${unplaced(priority, sql`u.leaderless`)},
      CASE WHEN EXISTS (SELECT FROM users m WHERE NOT m.is_deleted AND m.id <> u.id AND u.id IN (m.brand_id, m.group_id))
        THEN ${texts.hasPeople} END,
      ${texts.noWayBack} || ${unplaced(role.priority, sql`true`)}
    ) AS problem
    FROM users u WHERE u.role_id = ${role.id} ORDER BY to_lower(u.username)`)
  return rows
}

/** Marks salespeople without a leader before the role's priority changes, so that it can be changed back. */
export const keepExceptions = (role: Role, ctx: Pick<Ctx, 'db'>) =>
  ctx.db.query(sql`
    UPDATE users SET leaderless = true WHERE role_id = ${role.id} AND group_id IS NULL AND ${role.priority === 5}`)

/** GET role/{id}/affected. */
export async function affectedByPriority(id: string, sent: number, ctx: Ctx): Promise<Affected> {
  const role = await readRole(id, ctx)
  const priority = knownPriority(sent)
  if (role.priority === priority) return { count: 0, people: [], gains: [] }
  const people = await peopleOf(role, priority, ctx)
  return { count: people.length, people, gains: await gainsOf(role, priority, ctx) }
}

const mostNamed = 10
const named = (people: readonly Person[], name: (person: Person) => string): string =>
  people.slice(0, mostNamed).map(name).join(', ') + (people.length > mostNamed ? ', …' : '')

/** Throws CONFLICT when a person would have no place, or when the caller was shown a different number of people. */
export async function requireAgreed(
  role: Role,
  priority: Priority,
  agreed: number | undefined,
  ctx: Ctx,
): Promise<void> {
  const people = await peopleOf(role, priority, ctx)
  const homeless = people.filter(({ problem }) => problem !== null)
  if (homeless.length > 0) {
    const msg = texts.unplaced(named(homeless, ({ username, problem }) => `${username} (${problem})`))
    throw new AppError('CONFLICT', msg, { fields: { priority: msg } })
  }
  if (people.length === (agreed ?? 0)) return
  const names = named(people, ({ username }) => username)
  throw new AppError('CONFLICT', texts.affects(people.length, names, await gainsOf(role, priority, ctx)))
}
