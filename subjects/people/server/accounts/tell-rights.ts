/** Notifies people of changes to their role, place or permissions (D3-BELL-01). */
import sql from 'sql-template-tag'
import type { Account } from '#subjects/people/contract/calls/accounts.ts'
import type { Role } from '#subjects/people/contract/calls/roles.ts'
import { actId } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { samePermissions } from './authority.ts'

const ids = ({ permissions }: Pick<Role, 'permissions'>): string[] => permissions.map(({ id }) => id)

/** New place as text, 'thuộc chinhanh1, leader11'; undefined when the account was not moved. */
function newPlace(before: Account, after: Account): string | undefined {
  if (before.brand_id === after.brand_id && before.group_id === after.group_id) return undefined
  const place = [after.brand?.username, after.group?.username].filter(Boolean).join(', ')
  return place === '' ? 'không thuộc chi nhánh nào' : `thuộc ${place}`
}

/** Notifies the account of changed rights or place; not when only the profile changed. */
export async function tellRights(before: Account, after: Account, ctx: Ctx): Promise<void> {
  const place = newPlace(before, after)
  if (!place && before.role_id === after.role_id && samePermissions(ids(before), after.permissions)) return
  await ring({ to: after.username, kind: 'rights', about: { role: after.role_name, text: place } }, ctx)
}

/** Notifies all accounts of a role that its priority or permissions changed. */
export async function tellHolders(before: Role, after: Role, ctx: Ctx): Promise<void> {
  if (before.priority === after.priority && samePermissions(ids(before), after.permissions)) return
  const about = { role: after.name, by: ctx.actor.username }
  await ctx.db.query(sql`
    SELECT ring_bell(username, 'rights', ${JSON.stringify(about)}::jsonb, p_actor => ${ctx.actor.username}, p_act => ${actId(ctx)})
    FROM users WHERE role_id = ${after.id} ORDER BY username`)
}
