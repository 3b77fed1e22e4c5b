/** POST: creates a request; if one is open, or the package was registered or ordered by a code, only after confirmation. */
import { saysAgain } from '#kit/contract/again.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { packageKey } from '#kit/contract/text.ts'
import type { Json } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { untoldAmong } from '#kit/server/phone-searches.ts'
import { create, readBody, type Values } from '#kit/server/write.ts'
import {
  lockRegistration,
  requireNonePending,
  requireNotJustNow,
} from '#subjects/registrations/server/index.ts'
import { notifyApprovers } from './notices.ts'

/**
 * Throws AGAIN (D3-OTP-05, D3-OTP-08) while any request for this number and package is open, or it was registered or a code for it sent,
 * unless `agreed`; CONFLICT while the carrier has not answered a registration. Serialises creators of the same request.
 */
async function requireFirst({ so_dien_thoai, ma_goi }: Values, agreed: boolean, ctx: Ctx): Promise<void> {
  const request = { phone: String(so_dien_thoai), pack: packageKey(String(ma_goi)) }
  // The answer would reveal something about the number, so it counts as a search for it (D3-SEC-05).
  const untold = await untoldAmong([request.phone], ctx)
  await lockRegistration(request, ctx)
  if (untold.size > 0) return
  await requireNonePending(request, ctx)
  if (!agreed) await requireNotJustNow(request, ctx, null)
}

/** Creates the request and notifies the approvers. */
export async function createRequest(ctx: Ctx, body: unknown): Promise<Json<Row>> {
  const values = readBody(mfy, body, ctx.actor, 'create')
  const agreed = isObject(body) && saysAgain(body)
  await requireFirst(values, agreed, ctx)
  return create(mfy, values, ctx, notifyApprovers)
}
