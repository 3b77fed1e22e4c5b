/** Rows of feeds that could not be taken and wait for a decision. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import type { QuarantinedRow, quarantineList } from '../../../contract/workflows/feeds.ts'
import type { Page } from '../../../contract/kit/shapes.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { pageJson, paging, readJson } from '../../kit/list.ts'

/** More of a row than this is not shown: a page of them must stay readable. */
const shownLetters = 4_000

/** Oldest first, so that nothing waits behind newer ones for ever. */
export const listQuarantined = (
  query: ParsedOf<typeof quarantineList>,
  ctx: Ctx,
): Promise<Json<Page<QuarantinedRow>>> =>
  readJson(
    ctx,
    pageJson({
      select: sql`id, feed, at, reason, left(row, ${shownLetters}) AS row`,
      from: sql`feed_rejects`,
      where: sql`settled_at IS NULL`,
      order: sql`id`,
      ...paging({}, { page: query.page ?? '', count: query.count ?? '' }),
    }),
  )
