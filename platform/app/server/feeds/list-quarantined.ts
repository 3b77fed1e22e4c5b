/** Quarantined rows of feeds that wait for a decision. */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import type { QuarantinedRow, quarantineList } from '#platform/contract/calls/feeds.ts'
import type { Page } from '#kit/contract/shapes.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { pageJson, paging, readJson } from '#kit/server/list.ts'

/** Longest part of a row shown, in characters, to keep a page readable. */
const shownLetters = 4_000

/** Oldest first, so that newer ones do not push them out of sight. */
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
