/** The look-up log: entries are signed by the session, and the list counts them by name (D1-LLOG-09, D1-Q-145). */
import sql from 'sql-template-tag'
import type { Resource } from '../../contract/kit/resource.ts'
import { lstracuu } from '../../contract/resources/lstracuu.ts'
import { audit } from '../kit/audit.ts'
import type { Json } from '../kit/answer.ts'
import type { Ctx } from '../kit/context.ts'
import {
  conditions,
  isExport,
  ordering,
  pageJson,
  paging,
  readJson,
  selection,
  wireNames,
  type Query,
} from '../kit/list.ts'
import type { Wraps } from '../kit/routes.ts'
import { create, readBody } from '../kit/write.ts'

const log: Resource = lstracuu

/** The page, and over the whole filter how often each look-up was made (D1-Q-144). `getAll` is all rows (D1-Q-088). */
async function list(ctx: Ctx, asked: Query): Promise<Json> {
  const query = asked.getAll && asked.getAll !== '0' ? { ...asked, page: '0', count: '9999999999' } : asked
  const where = conditions(log, query, ctx)
  if (isExport(query)) {
    await audit(ctx, {
      action: 'export',
      resource: log.path,
      resourceId: 'getAll',
      after: { filter: query },
    })
  }
  return readJson(
    ctx,
    pageJson({
      select: selection(log, wireNames(lstracuu), ctx.actor),
      from: sql`lstracuu`,
      where,
      order: ordering(lstracuu),
      ...paging(log, query),
      totals: sql`, 'countByName', coalesce((SELECT json_agg(n) FROM (
        SELECT ten_tra_cuu, count(*) AS count FROM lstracuu WHERE ${where}
        GROUP BY ten_tra_cuu ORDER BY count(*) DESC, ten_tra_cuu) n), '[]'::json)`,
    }),
  )
}

export const lstracuuWraps: Wraps = {
  list: (ctx, raw) => list(ctx, raw.query),
  create: (ctx, raw) => {
    const { username, fullname } = ctx.actor
    const values = readBody(log, raw.body, ctx.actor, 'create')
    return create(log, { ...values, username, full_name: fullname }, ctx)
  },
}
