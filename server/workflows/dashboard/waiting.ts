/** What waits for the viewer: requests without a decision that are the viewer's to decide. */
import sql, { type Sql } from 'sql-template-tag'
import { can, type Ability } from '../../../contract/abilities.ts'
import { baodo } from '../../../contract/resources/baodo.ts'
import { khr } from '../../../contract/resources/khr.ts'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { oldAfterMinutes, type Dashboard, type Waiting } from '../../../contract/workflows/dashboard.ts'
import type { Ctx } from '../../kit/context.ts'
import { within } from './scope.ts'

type Part = keyof Dashboard['waiting']

/** A bank message that pays an order waits for nobody (D3-QR-02). */
const unused = sql`NOT EXISTS (SELECT FROM transfer_use u WHERE u.message_id = m.id AND u.ended_at IS NULL)`

const parts: Record<Part, { may: Ability; from: (ctx: Ctx) => Sql }> = {
  bank: { may: mesbank.actions.approve.may, from: () => sql`mesbank m WHERE cho_duyet = 1 AND ${unused}` },
  unread: { may: mesbank.actions.deny.may, from: () => sql`mesbank m WHERE chua_doc = 1 AND ${unused}` },
  khr: {
    may: khr.actions.approve.may,
    from: (ctx) => sql`khr WHERE trang_thai = '0' AND ${within(sql`username_nv`, ctx.scope)}`,
  },
  baodo: {
    may: baodo.actions.approve.may,
    from: (ctx) => sql`baodo WHERE trang_thai_duyet = '0' AND ${within(sql`username_nv`, ctx.scope)}`,
  },
}

async function countOf(from: Sql, ctx: Ctx): Promise<Waiting> {
  const { rows } = await ctx.db.query<Waiting>(sql`
    SELECT count(*)::int AS count,
      count(*) FILTER (WHERE "createdAt" < now() - make_interval(mins => ${oldAfterMinutes}))::int AS old
    FROM ${from} AND deleted_at IS NULL`)
  return rows[0] ?? { count: 0, old: 0 }
}

/** Counts of the parts that the viewer decides; a branch chosen on the screen does not narrow them. */
export async function waiting(ctx: Ctx): Promise<Dashboard['waiting']> {
  const mine = (Object.keys(parts) as Part[]).filter((part) => can(ctx.actor, parts[part].may))
  const counts = await Promise.all(mine.map((part) => countOf(parts[part].from(ctx), ctx)))
  return Object.fromEntries(mine.map((part, at) => [part, counts[at]]))
}
