/** Routes of offers for tomorrow in addition to the generated ones. */
import { approveOffer, openOffer, setOfferState } from '#subjects/registrations/contract/calls/offers.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { openOffer as readPhone } from './open-offer.ts'
import { setState } from './set-state.ts'

export function serveOffers(api: Api): void {
  for (const call of [setOfferState, approveOffer]) handle(api, call, (ctx, input) => setState(input, ctx))
  handle(api, openOffer, (ctx, input) => readPhone(input, ctx), 'write')
}
