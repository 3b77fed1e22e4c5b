/** PUT {id}/update: partner company, note and staff member together (D2-MFY-33, D2-MFY-61 to 63, D2-MFY-88, D2-Q-113). */
import { AppError } from '#kit/contract/error.ts'
import type { ParsedOf } from '#kit/contract/call.ts'
import { isObject } from '#kit/contract/is-object.ts'
import type { Row } from '#kit/contract/row-schema.ts'
import { mfy } from '#subjects/money/contract/lists/mfy.ts'
import { cleanText } from '#kit/contract/text.ts'
import { mfyTexts, type updateMfy } from '#subjects/money/contract/calls/mfy.ts'
import { withMes, type Reply } from '#kit/server/answer.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { update } from '#kit/server/write.ts'
import { keepOwnName } from './own-name.ts'

/** Writes the sent fields of a request; a new staff member is subject to the own-name rule (own-name.ts). */
export async function updateFields(ctx: Ctx, id: string, body: unknown) {
  if (isObject(body) && 'username_nv' in body) await keepOwnName(ctx, id, body.username_nv)
  return update(mfy, id, body, ctx)
}

/** Writes the sent fields; the staff member stays when not sent, and the full name comes from the account. */
export async function updateRequest(ctx: Ctx, input: ParsedOf<typeof updateMfy>): Promise<Reply<Row>> {
  const { id, ten_nv: _, username_nv, ...fields } = input
  if (id === '') throw new AppError('VALIDATION', mfyTexts.noId)
  if (cleanText(fields.cty) === '' && cleanText(fields.note) === '')
    throw new AppError('VALIDATION', mfyTexts.nothingToUpdate)
  const body = { ...fields, ...(cleanText(username_nv) !== '' && { username_nv }) }
  return withMes(await updateFields(ctx, requireId(id), body), mfyTexts.updated)
}
