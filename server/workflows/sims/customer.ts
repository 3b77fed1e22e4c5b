/** Who orders in the shop: nobody signed in (D2-Q-134). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { texts } from '../../../contract/workflows/session.ts'
import { sendOrderPath } from '../../../contract/shop.ts'
import { bearer, identify, type Api } from '../../kit/handle.ts'
import { hashToken, newToken } from '../../kit/sessions.ts'
import type { Caller } from '../../kit/transaction.ts'
import { addressOf, deviceCookie, sentDevice } from '../session/index.ts'

/** In whose name the product writes what a customer sends: only routes that are public use it, and only to place an order. */
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
}

/** Where a customer's order comes from: his network, and the digest of a cookie that his browser keeps. */
export type Place = { address: string; device: string }

/** Leaves a cookie with a browser that has none; it opens nothing, and its orders of a day are counted by it. */
function placeOf(request: FastifyRequest, reply: FastifyReply): Place {
  const known = sentDevice(request)
  const device = known ?? newToken()
  if (known === undefined) reply.header('set-cookie', deviceCookie(sendOrderPath, device, request))
  return { address: addressOf(request).replace('address ', ''), device: hashToken(device) }
}

/**
 * In whose name an order is placed, and a customer's place. `toldOfPhone` counts that a customer was told of a phone that
 * it is full of orders; RATE_LIMITED when his network has been told so often enough for a day.
 */
export type Buyer = { caller: Caller; place: Place | null; toldOfPhone?: () => Promise<void> }

/**
 * In whose name an order is placed: the session's where a token is sent, else the customer's. UNAUTHENTICATED for a token
 * that is no longer good: its sender believes to be somebody.
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
  const { actor, scope, mustChange } = await identify(api, request)
  if (mustChange) throw new AppError('PASSWORD_CHANGE', texts.mustChange)
  return { caller: { actor, scope, requestId, log }, place: null }
}
