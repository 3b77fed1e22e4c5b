/** Quarantined rows of feeds that wait for a decision. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '../../../contract/kit/call.ts'
import type { QuarantinedRow, quarantineList } from '../../../contract/workflows/feeds.ts'
import type { Page } from '../../../contract/kit/shapes.ts'
import type { Json } from '../../kit/answer.ts'
import type { Ctx } from '../../kit/context.ts'
import { pageJson, paging, readJson } from '../../kit/list.ts'

/** Longest part of a row shown, in characters: a page of them must stay readable. */
const shownLetters = 4_000

/** Oldest first, so that none is overlooked behind newer ones. */
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
