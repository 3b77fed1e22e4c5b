/** POST sangoi/{id}/nha: releases the number in a person's hand; it goes back where it came from (D3-FLR-02). */
import sql from 'sql-template-tag'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError, refuseFields } from '#kit/contract/error.ts'
import { cleanText } from '#kit/contract/text.ts'
import { releaseReasons, texts, type release as call } from '#subjects/calling/contract/calls/floor.ts'
import { withMsg } from '#kit/server/answer.ts'
import { audit } from '#kit/server/audit.ts'
import { ring } from '#kit/server/bell.ts'
import type { Ctx } from '#kit/server/context.ts'
import { requireId } from '#kit/server/list.ts'
import { beginMovements } from '#subjects/numbers/server/index.ts'
import { holdClaims, oneAtATime, readAccount, requireManageable } from '#subjects/people/server/index.ts'

const longestNote = 200

function readNote({ reason, note = '' }: ParsedOf<typeof call>): string {
  const text = cleanText(note)
  if (reason === 'other' && text === '') refuseFields({ note: texts.needsNote })
  if (text.length > longestNote) refuseFields({ note: `Tối đa ${longestNote} ký tự` })
  return text
}

/**
 * CONFLICT when the number is no longer in that hand, or was returned and taken again. Takes the claim lock because the pool may belong to
 * an account that is being locked.
 */
export async function releaseNumber(input: ParsedOf<typeof call>, ctx: Ctx) {
  const note = readNote(input)
  const customer = requireId(input.customer)
  await oneAtATime(ctx)
  const person = await readAccount(input.id, ctx)
  requireManageable(person, ctx)
  await holdClaims([person.id], ctx)
  await beginMovements(ctx, 'release')
  const { rows } = await ctx.db.query<{ phone: string }>(sql`
    SELECT phone FROM customer
    WHERE id = ${customer} AND release_number(${customer}, ${person.id}, ${input.version})`)
  const phone = rows[0]?.phone
  if (phone === undefined) throw new AppError('CONFLICT', texts.notInHand)
  const label = releaseReasons[input.reason]
  const after = { username: person.username, why: label, ...(note !== '' && { note }) }
  await audit(ctx, { action: 'release', resource: 'customer', resourceId: customer, after })
  const about = { resource: 'customer', phone, why: label, ...(note !== '' && { reason: note }) }
  await ring({ to: person.username, kind: 'released', about }, ctx)
  ctx.publish('customer')
  ctx.after(() => ctx.services.notify(person.id, 'handEmptied', {}))
  return withMsg({ customer }, texts.released)
}
