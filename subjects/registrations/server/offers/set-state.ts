/** Marks an offer as invited, counting invitations, or as not invited (D2-Q-122). */
import sql, { empty } from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { seesPhones } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { moigoihomsau } from '#subjects/registrations/contract/lists/moigoihomsau.ts'
import type { setOfferState } from '#subjects/registrations/contract/calls/offers.ts'
import type { Json } from '#kit/server/answer.ts'
import { mayWrite } from '#kit/server/approval.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteInsistence, requireReachable } from '#kit/server/do-not-call.ts'
import { readOne, rowInScope, requireId } from '#kit/server/list.ts'
import { staleRefusal } from '#kit/server/write.ts'

function readState(sent: string | number | null | undefined): 0 | 1 {
  // An empty body means an invitation.
  const text = String(sent === undefined ? 1 : sent).trim()
  if (text === '1') return 1
  if (text === '0') return 0
  throw new AppError('VALIDATION', messages.invalidValue, { fields: { status: messages.invalidValue } })
}

/** A repeated click of the same person within this time counts as one, unless it has a version, in seconds. */
const sameClick = 10

/** Whether the offer's last change is the caller's own recent invitation; locks the row. */
async function invitedJustNow(id: string, ctx: Ctx): Promise<boolean> {
  await ctx.db.query(sql`SELECT FROM moigoihomsau WHERE id = ${id} FOR UPDATE`)
  const { rows } = await ctx.db.query<{ same: boolean }>(sql`
    SELECT action = 'invite' AND username = ${ctx.actor.username}
      AND at > clock_timestamp() - make_interval(secs => ${sameClick}) AS same
    FROM audit_log WHERE resource = ${moigoihomsau.path} AND resource_id = ${id} AND action <> 'show-phone'
    ORDER BY id DESC LIMIT 1`)
  return rows[0]?.same ?? false
}

type Locked = { own: boolean; phone: string; untold: boolean }

/** Locks the row and returns whether the caller may change it; NOT_FOUND outside the scope. */
async function lockOffer(id: string, ctx: Ctx): Promise<Locked> {
  const { rows } = await ctx.db.query<Locked>(sql`
    SELECT ${mayWrite(moigoihomsau, 'update', ctx.actor)} AS own, phone, untold AND NOT ${seesPhones(ctx.actor)} AS untold FROM moigoihomsau
    WHERE ${rowInScope(moigoihomsau, id, ctx)} FOR UPDATE`)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND', refusals.notFound)
  return row
}

/**
 * Returns the row; a double click counts once. NOT_FOUND outside the scope, FORBIDDEN for a row of another account, CONFLICT for a stale
 * version.
 */
export async function setState(input: ParsedOf<typeof setOfferState>, ctx: Ctx): Promise<Json<Row>> {
  const id = requireId(input.id)
  const state = readState(input.status)
  const offer = await lockOffer(id, ctx)
  if (!offer.own) throw new AppError('FORBIDDEN', messages.forbidden)
  const hasVersion = typeof input.version === 'number'
  if (state === 1 && !hasVersion && (await invitedJustNow(id, ctx))) return readOne(moigoihomsau, id, ctx)
  const authorCtx: Ctx = offer.untold ? { ...ctx, untold: true } : ctx
  const unwilling = state === 1 ? await requireReachable(offer.phone, authorCtx) : null
  const guard = hasVersion ? sql`AND version = ${input.version}` : empty
  const changed = changeRows(ctx, state === 1 ? 'invite' : 'update', moigoihomsau.path, {
    table: 'moigoihomsau',
    where: sql`t.id = ${id} ${guard}`,
    set: sql`status = ${state}, so_lan_moi = so_lan_moi + ${state}, version = version + 1`,
  })
  const { rowCount } = await ctx.db.query(sql`WITH ${changed} SELECT FROM changed`)
  if (rowCount === 0) throw await staleRefusal(moigoihomsau, id, ctx)
  await noteInsistence(moigoihomsau.path, id, unwilling, ctx)
  ctx.publish(moigoihomsau.path)
  return readOne(moigoihomsau, id, ctx)
}
