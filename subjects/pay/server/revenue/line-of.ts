/** Resolves a line by id, or by one of its reports, '{track0}:{track1}' (D2-Q-170, D3-LINE-01). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'

/** The id of a report's line; NOT_FOUND for an unknown report. */
export async function lineOfTrack(track0: string, track1: string, ctx: Ctx): Promise<string> {
  const { rows } = await ctx.db.query<{ id: string | null }>(
    sql`SELECT line_named(${track0}, ${track1}) AS id`,
  )
  if (!rows[0]?.id) throw new AppError('NOT_FOUND', refusals.notFound)
  return rows[0].id
}

/** Parses the path parameter to a line id. */
export async function lineOf(text: string | undefined, ctx: Ctx): Promise<string> {
  const index = text?.indexOf(':') ?? -1
  return text === undefined || index < 0
    ? requireId(text)
    : lineOfTrack(text.slice(0, index), text.slice(index + 1), ctx)
}
