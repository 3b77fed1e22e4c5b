/** GET thongbao: the caller's notices, with texts rendered from what the caller may see now. */
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { bellDays, bellText, isBellKind, type BellAbout } from '#platform/contract/bell.ts'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { bellPage, type bellList } from '#platform/contract/calls/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { sqlKinds } from '#kit/server/kinds.ts'

type Found = {
  id: string
  kind: string
  n: number
  amount: number | null
  about: BellAbout
  at: Date
  read: boolean
}

/** Condition of the caller's notices that have not expired. */
export const ownNotices = ({ actor }: Ctx): Sql =>
  sql`username = ${actor.username} AND at > now() - make_interval(days => ${bellDays})`

/** Number of unread notices. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM bell_notices WHERE ${ownNotices(ctx)} AND read_at IS NULL`)
  return rows[0]?.n ?? 0
}

/** References as the reader may see them: masked phones, people by name. */
function maskedAbout({ actor }: Ctx): Sql {
  const part = (name: string): Sql => sql`about ->> ${name}::text`
  const typed = ['reason', 'text', 'package'].map(
    (name) => sql`${name}::text, ${sqlKinds.note.masked(sql`(${part(name)})`, actor)}`,
  )
  const people = ['by', 'from', 'to'].map(
    (name) =>
      sql`${name}::text, coalesce((SELECT fullname FROM users u WHERE u.username = about ->> ${name}::text), ${part(name)})`,
  )
  const phone = sql`'phone', ${sqlKinds.phone.masked(sql`(${part('phone')})`, actor)}`
  return sql`about || jsonb_strip_nulls(jsonb_build_object(${join([phone, ...typed, ...people], ', ')}))`
}

export async function listNotices(
  ctx: Ctx,
  { truoc, chua_doc }: ParsedOf<typeof bellList>,
): Promise<AnswerOf<typeof bellList>> {
  const { rows } = await ctx.db.query<Found>(sql`
    SELECT id, kind, n, amount::float8 AS amount, ${maskedAbout(ctx)} AS about, at, read_at IS NOT NULL AS read
    FROM bell_notices WHERE ${ownNotices(ctx)} ${truoc === undefined ? empty : sql`AND id < ${truoc}::uuid`}
      ${chua_doc === 1 ? sql`AND read_at IS NULL` : empty}
    ORDER BY id DESC LIMIT ${bellPage + 1}`)
  const page = rows.slice(0, bellPage)
  return {
    values: page.flatMap(({ id, kind, n, amount, about, at, read }) =>
      isBellKind(kind)
        ? [{ id, kind, n, at: at.toISOString(), read, ...bellText(kind, { n, amount, about }) }]
        : [],
    ),
    next: rows.length > bellPage ? (page.at(-1)?.id ?? null) : null,
    unread: await countUnread(ctx),
  }
}
