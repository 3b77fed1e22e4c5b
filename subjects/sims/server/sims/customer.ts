/** Customers of the shop, who order without a session (D2-Q-134). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#platform/contract/abilities.ts'
import { AppError } from '#kit/contract/error.ts'
import { barTexts } from '#platform/contract/calls/session.ts'
import { lookupPath, sendOrderPath } from '#subjects/sims/contract/shop.ts'
import { bearer, identify, type Api } from '#kit/server/handle.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import type { Caller } from '#kit/server/transaction.ts'
import { addressOf, deviceCookies, lacksDevice, sentDevice } from '#subjects/people/server/index.ts'

/** Actor of customers' orders; only public routes use it, and only to place an order. */
export const customer: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  username: 'khách hàng',
  fullname: 'Khách hàng',
  priority: 1,
  roleName: 'Khách hàng',
  permissions: new Set(),
  brandId: null,
  groupId: null,
  restricted: true,
  seesRefunds: false,
  deskByCode: false,
  decidesOwn: true,
}

/** Source of a customer's order: network, and digest of a browser cookie. */
export type Place = { address: string; device: string }

/**
 * Sets the cookie in a browser without one, or with an outdated name; it grants nothing, but counts orders per day, and marks browsers that
 * have ordered for the order search (D3-SIM-08).
 */
export function placeOf(request: FastifyRequest, reply: FastifyReply): Place {
  const device = sentDevice(request, 'order') ?? newToken()
  if (lacksDevice(request, 'order'))
    reply.header('set-cookie', deviceCookies('order', [sendOrderPath, lookupPath], device, request))
  return { address: addressOf(request).replace('address ', ''), device: hashToken(device) }
}

/**
 * Caller of an order, and a customer's source. `toldOfPhone` counts answers that reveal that a phone has reached its limit of orders;
 * RATE_LIMITED after too many to one network in a day.
 */
export type Buyer = { caller: Caller; place: Place | null; toldOfPhone?: () => Promise<void> }

/**
 * The caller of an order: the session's account if a token is sent, otherwise the customer. UNAUTHENTICATED for an ended token, as its
 * sender expects to be signed in.
 */
export async function buyerOf(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<Buyer> {
  const { id: requestId, log } = request
  if (bearer(request) === undefined) {
    await api.rates.take('shop', addressOf(request))
    return {
      caller: { actor: customer, scope: { all: true }, requestId, log },
      place: placeOf(request, reply),
      toldOfPhone: () => api.rates.take('fullPhone', addressOf(request)),
    }
  }
  const { actor, scope, bar } = await identify(api, request)
  if (bar) throw new AppError(bar, barTexts[bar])
  return { caller: { actor, scope, requestId, log }, place: null }
}
