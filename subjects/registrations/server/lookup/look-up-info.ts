/** Details of a subscriber (card 4): restricted by role, hours and hourly quota (D1-LOOK-20 to 22, D1-Q-093, D1-Q-094). */
import { can } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import {
  lookupInfo,
  lookupTexts,
  subscriberTypes,
  type LookedUp,
  type SubscriberType,
} from '#subjects/registrations/contract/calls/lookup.ts'
import type { LookupCtx } from './context.ts'
import { takeDetail } from './detail-quota.ts'
import { lookUp } from './look-up.ts'
import { readPhoneInput, refuse } from './read-input.ts'

type Input = { phone?: string | undefined; type?: string | undefined }

const isType = (text: string | undefined): text is SubscriberType =>
  text !== undefined && Object.hasOwn(subscriberTypes, text)

/** Details of a prepaid (MC) or postpaid (MG) subscriber. The role is checked here too, as the live channel has no route. */
export async function lookUpInfo(input: Input, ctx: LookupCtx): Promise<LookedUp<'info'>> {
  if (lookupInfo.may !== 'public' && !can(ctx.actor, lookupInfo.may)) {
    throw new AppError('FORBIDDEN', messages.forbidden)
  }
  const phone = readPhoneInput(input.phone)
  const { type } = input
  if (!isType(type)) throw refuse('type', lookupTexts.badType)
  return lookUp(
    {
      kind: 'info',
      phone,
      question: { isdn: phone, phoneType: type },
      logLines: [`Loại thuê bao: ${subscriberTypes[type]}`],
      summaryOf: () => 'Có thông tin thuê bao',
      takeUse: takeDetail,
    },
    ctx,
  )
}
