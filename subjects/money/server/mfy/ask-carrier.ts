/** 'Tra cứu ĐTCT' and 'Mời tự động': carrier calls of Mfy, outside any transaction (D2-MFY-82, D2-MFY-83, D2-Q-117). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { showPhone } from '#kit/contract/phone.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { lookupTexts } from '#subjects/registrations/contract/calls/lookup.ts'
import { mfyTexts, type autoInvite, type lookUpTarget } from '#subjects/money/contract/calls/mfy.ts'
import { withMes } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import type { Ctx } from '#kit/server/context.ts'
import { noteInsistence, requireReachable } from '#kit/server/do-not-call.ts'
import { rowInScope, requireId } from '#kit/server/list.ts'
import { lookUpPackage } from '#subjects/registrations/server/index.ts'

/** The package look-up with its limits and log, summarised in one sentence. */
export async function askTarget(ctx: Ctx, { phone }: ParsedOf<typeof lookUpTarget>) {
  const { NUMBER_PHONE, FinalDataList } = await lookUpPackage({ phone: phone ?? undefined }, ctx)
  const packages = FinalDataList.map(({ PackageCode }) => PackageCode)
  const phone9 = showPhone(NUMBER_PHONE)
  return withMes(
    null,
    packages.length === 0
      ? `Thuê bao ${phone9} không thuộc đối tượng chương trình nào`
      : `Thuê bao ${phone9} thuộc đối tượng chương trình, đăng ký được: ${packages.join(', ')}`,
  )
}

/** A repeated click of the same person within this time counts as one, in seconds. */
const sameClick = 10

/** The carrier's answer to the recent click, if this one repeats it. */
async function recentAnswer(id: string, ctx: Ctx): Promise<string | undefined> {
  const { rows } = await ctx.db.query<{ answer: string }>(sql`
    SELECT answer FROM mfy_invite WHERE mfy_id = ${id} AND username = ${ctx.actor.username} AND accepted
      AND at > now() - make_interval(secs => ${sameClick}) ORDER BY at DESC LIMIT 1`)
  return rows[0]?.answer
}

/** Records the order before it is sent; CONFLICT while another order of the request is unanswered. */
async function beginOrder(id: string, ctx: Ctx): Promise<string> {
  // Older than any time limit: left by a crashed process, with an unknown outcome.
  await ctx.db.query(sql`
    UPDATE mfy_invite SET ended_at = now() WHERE mfy_id = ${id} AND ended_at IS NULL AND at < now() - interval '60 seconds'`)
  const { rows } = await ctx.db.query<{ id: string }>(sql`
    INSERT INTO mfy_invite (mfy_id, username) VALUES (${id}, ${ctx.actor.username})
    ON CONFLICT (mfy_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`)
  const orderId = rows[0]?.id
  if (orderId === undefined) throw new AppError('CONFLICT', mfyTexts.inviting)
  return orderId
}

/** Asks the carrier to invite the subscriber, once per double click; returns the carrier's text. */
export async function inviteOnce(ctx: Ctx, input: ParsedOf<typeof autoInvite>) {
  const id = requireId(input.id)
  const { rows } = await ctx.db.query<{ isdn: string; package_code: string }>(sql`
    SELECT so_dien_thoai AS isdn, ma_goi AS package_code FROM mfy WHERE ${rowInScope(mfy, id, ctx)}`)
  const [order] = rows
  if (!order) throw new AppError('NOT_FOUND', refusals.notFound)
  const { carrier } = ctx.services
  if (!carrier) throw new AppError('UPSTREAM', lookupTexts.notConfigured)
  const unwilling = await requireReachable(order.isdn, ctx)
  const orderId = await beginOrder(id, ctx)
  // Now no other order of the request is under way, so one answered meanwhile is found.
  const earlierAnswer = await recentAnswer(id, ctx)
  if (earlierAnswer !== undefined) {
    await ctx.db.query(sql`DELETE FROM mfy_invite WHERE id = ${orderId}`)
    return withMes(null, earlierAnswer)
  }
  await noteInsistence(mfy.path, id, unwilling, ctx)
  const reply = await carrier.inviteSubscriber(order, orderId)
  const answer = reply.ok ? reply.data.message : lookupTexts[reply.reason]
  await ctx.db.query(sql`UPDATE mfy_invite SET ended_at = now(), answer = ${answer},
    accepted = ${reply.ok && answer !== ''} WHERE id = ${orderId}`)
  await audit(ctx, { action: 'auto-invite', resource: mfy.path, resourceId: id, after: { answer } })
  if (reply.ok && answer !== '') return withMes(null, answer)
  throw new AppError('UPSTREAM', answer || mfyTexts.unknownError, {
    inner: reply.ok ? 'no text' : reply.inner,
  })
}
