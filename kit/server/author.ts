/** Author of new rows: the caller, or a person in scope whom the caller may name (D1-Q-127). */
import sql from 'sql-template-tag'
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Value } from '#kit/contract/kinds.ts'
import { fieldOf, type Resource } from '#kit/contract/resource.ts'
import type { Ctx } from './context.ts'
import { inScope } from './list.ts'

type Values = Record<string, Value>
type Signable = Pick<Resource, 'path' | 'fields' | 'author'>

/** Full names of the active accounts in `usernames` within the caller's scope. */
async function peopleOf(usernames: string[], ctx: Ctx): Promise<Map<string, string>> {
  const scope = inScope(sql`username`, ctx.scope)
  const { rows } = await ctx.db.query<{ username: string; fullname: string }>(sql`
    SELECT username, fullname FROM users WHERE username = ANY(${usernames}) AND NOT is_deleted AND ${scope}`)
  return new Map(rows.map(({ username, fullname }) => [username, fullname]))
}

const nameOf = (resource: Signable, username: string): string =>
  `${fieldOf(resource, username).label} không có trong phạm vi của bạn`

export type Authored = {
  rows: Values[]
  /** Input index → refusal reason; such rows are not in `rows`. */
  refused: Map<number, string>
}

/** Sets username and full name of new rows. Callers who may not choose the author, and rows without that field, get the caller's; a sent full name is overwritten. */
export async function withAuthors(resource: Signable, rows: readonly Values[], ctx: Ctx): Promise<Authored> {
  const { author } = resource
  const refused = new Map<number, string>()
  if (!author) return { rows: [...rows], refused }
  const { username, name } = author
  const { write = 'never' } = fieldOf(resource, username)
  const chooses = write !== 'never' && can(ctx.actor, write)
  const chosen = rows.map((row) => (chooses ? row[username] : null))
  const usernames = [...new Set(chosen.filter((one) => typeof one === 'string'))]
  const people = usernames.length === 0 ? new Map<string, string>() : await peopleOf(usernames, ctx)
  people.set(ctx.actor.username, ctx.actor.fullname)
  const signed = rows.flatMap((row, index) => {
    const authorName = String(chosen[index] ?? ctx.actor.username)
    const fullname = people.get(authorName)
    if (fullname === undefined) {
      refused.set(index, nameOf(resource, username))
      return []
    }
    return [{ ...row, [username]: authorName, ...(name !== undefined && { [name]: fullname }) }]
  })
  return { rows: signed, refused }
}

/** The same for one row; VALIDATION under the field's name if the person is out of scope. */
export async function withAuthor(resource: Signable, values: Values, ctx: Ctx): Promise<Values> {
  const { rows, refused } = await withAuthors(resource, [values], ctx)
  const reason = refused.get(0)
  if (reason !== undefined && resource.author) {
    throw new AppError('VALIDATION', reason, { fields: { [resource.author.username]: reason } })
  }
  return rows[0] ?? values
}
