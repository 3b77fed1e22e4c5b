/** Routes of 'Ra-đa truy thu' in addition to its list. */
import sql from 'sql-template-tag'
import type { AnswerOf, ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { radatruythu } from '#subjects/pay/contract/reports/radatruythu.ts'
import { cleanText } from '#kit/contract/text.ts'
import { markSeen, radarPeople, radarTexts, type RadarPerson } from '#subjects/pay/contract/calls/radar.ts'
import { audit } from '#kit/server/audit.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { inScope } from '#kit/server/list.ts'
import { withPayScope } from '../reports/pay-scope.ts'
import { radatruythuRows } from '../reports/radatruythu.ts'

type Mark = { ghi_chu: string; nguoi_xem: string }

/** Whether the radar shows this evidence, for a person in the caller's scope. */
async function isShown(id: string, { db, scope }: Ctx): Promise<boolean> {
  const { rows } = await db.query<{ shown: boolean }>(sql`
    SELECT EXISTS (SELECT FROM radar_shows(${id}) WHERE ${inScope(sql`username_nv`, scope)}) AS shown`)
  return rows[0]?.shown === true
}

/** The note to store; null removes the mark. VALIDATION for an empty or too long one. */
function noteOf(text: string | null): string | null {
  if (text === null) return null
  const note = cleanText(text)
  if (note === '' || note.length > 500)
    throw new AppError('VALIDATION', radarTexts.note, { fields: { ghi_chu: radarTexts.note } })
  return note
}

/** The caller's former mark; 409 when another account set it. */
async function formerMark(id: string, { actor, db }: Ctx): Promise<Mark | null> {
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('radatruythu ' || ${id}, 0))`)
  const { rows } = await db.query<Mark>(sql`SELECT ghi_chu, nguoi_xem FROM radar_seen WHERE id = ${id}`)
  const [former = null] = rows
  if (former && former.nguoi_xem !== actor.username)
    throw new AppError('CONFLICT', radarTexts.seenBy(former.nguoi_xem))
  return former
}

/** POST daXem. */
async function mark(ctx: Ctx, input: ParsedOf<typeof markSeen>): Promise<{ id: string }> {
  const { id } = input
  const note = noteOf(input.ghi_chu)
  const before = await formerMark(id, ctx)
  // A mark can be removed even when its evidence no longer exists.
  const markable = (note === null && before !== null) || (await isShown(id, ctx))
  if (!markable) throw new AppError('NOT_FOUND', radarTexts.unknown)
  if (note === (before?.ghi_chu ?? null)) return { id }
  const { username } = ctx.actor
  await ctx.db.query(
    note === null
      ? sql`DELETE FROM radar_seen WHERE id = ${id}`
      : sql`
        INSERT INTO radar_seen (id, ghi_chu, nguoi_xem) VALUES (${id}, ${note}, ${username})
        ON CONFLICT (id) DO UPDATE SET ghi_chu = EXCLUDED.ghi_chu, luc_xem = now()`,
  )
  const after = note === null ? null : { ghi_chu: note, nguoi_xem: username }
  await audit(ctx, { action: 'update', resource: radatruythu.path, resourceId: id, before, after })
  ctx.publish(radatruythu.path)
  return { id }
}

/** GET theoNguoi; not limited to the reader's scope, like the list. */
async function people(
  { db }: Ctx,
  { startDate = '', endDate = '', loai = '', da_xem = '' }: ParsedOf<typeof radarPeople>,
): Promise<AnswerOf<typeof radarPeople>> {
  const filters = { startDate, endDate, loai, da_xem }
  const { rows } = await db.query<RadarPerson>(sql`
    SELECT username_nv, ten_nv, count(*)::int AS so, (count(*) FILTER (WHERE da_xem = 0))::int AS chua_xem,
      coalesce(sum(so_tien), 0)::float8 AS so_tien
    FROM (${radatruythuRows.rows(filters, () => sql`true`)}) r
    GROUP BY username_nv, ten_nv ORDER BY username_nv IS NULL, so_tien DESC, so DESC, username_nv`)
  return { values: rows }
}

export function serveRadar(api: Api): void {
  handle(api, markSeen, (ctx, input) => mark(withPayScope(ctx), input))
  handle(api, radarPeople, people)
}
