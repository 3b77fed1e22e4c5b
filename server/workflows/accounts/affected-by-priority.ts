/** Whom another priority of a role concerns: it makes all its people something else at once (D3-ORG-08). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { treeFields } from '../../../contract/workflows/accounts.ts'
import { texts, type Affected, type Role } from '../../../contract/workflows/roles.ts'
import type { Ctx } from '../../kit/context.ts'
import { readRole } from './list-roles.ts'

type Person = Affected['people'][number]

/** The people of the role, with why some would have no place in the tree, or leave others without one. */
async function peopleOf(role: Role, priority: number, ctx: Pick<Ctx, 'db'>): Promise<Person[]> {
  const { brand, group } = treeFields(priority)
  const { rows } = await ctx.db.query<Person>(sql`
    SELECT u.username, u.fullname, CASE
      WHEN ${brand === 'required'} AND u.brand_id IS NULL THEN ${texts.noBranch}
      WHEN ${group} AND u.group_id IS NULL THEN ${texts.noLeader}
      WHEN ${priority === 3} AND u.brand_id IS NOT NULL THEN ${texts.belowBranch}
      WHEN ${priority === 4} AND u.group_id IS NOT NULL THEN ${texts.belowLeader}
      WHEN EXISTS (SELECT FROM users m WHERE NOT m.is_deleted AND m.id <> u.id AND u.id IN (m.brand_id, m.group_id))
        THEN ${texts.hasPeople}
    END AS problem
    FROM users u WHERE u.role_id = ${role.id} ORDER BY to_lower(u.username)`)
  return rows
}

/** GET role/{id}/affected. */
export async function affectedByPriority(id: string, priority: number, ctx: Ctx): Promise<Affected> {
  const role = await readRole(id, ctx)
  const people = role.priority === priority ? [] : await peopleOf(role, priority, ctx)
  return { count: people.length, people }
}

const mostNamed = 10
const named = (people: readonly Person[], name: (person: Person) => string): string =>
  people.slice(0, mostNamed).map(name).join(', ') + (people.length > mostNamed ? ', …' : '')

/** Throws CONFLICT when somebody would be without a place, or when the caller was not told of all these people. */
export async function requireAgreed(
  role: Role,
  priority: number,
  agreed: number | undefined,
  ctx: Ctx,
): Promise<void> {
  const people = await peopleOf(role, priority, ctx)
  const unplaced = people.filter(({ problem }) => problem !== null)
  if (unplaced.length > 0) {
    const msg = texts.unplaced(named(unplaced, ({ username, problem }) => `${username} (${problem})`))
    throw new AppError('CONFLICT', msg, { fields: { priority: msg } })
  }
  if (people.length === (agreed ?? 0)) return
  throw new AppError(
    'CONFLICT',
    texts.affects(
      people.length,
      named(people, ({ username }) => username),
    ),
  )
}
