/** Who orders in the shop: nobody signed in (D2-Q-134). */
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../contract/abilities.ts'
import { AppError } from '../../../contract/kit/error.ts'
import { texts } from '../../../contract/workflows/session.ts'
import { bearer, identify, type Api } from '../../kit/handle.ts'
import type { Caller } from '../../kit/transaction.ts'
import { addressOf } from '../session/index.ts'

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

/** How long a refused address waits is said in its own words: it is told to customers. */
const tooMany = (seconds: number): string =>
  `Mỗi địa chỉ mạng đặt được 10 đơn mỗi phút, hãy thử lại sau ${seconds} giây`

async function takeTurn({ rates }: Api, request: FastifyRequest): Promise<void> {
  try {
    await rates.take('order', addressOf(request))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
    const { retryAfter = 60 } = error
    throw new AppError('RATE_LIMITED', tooMany(retryAfter), { retryAfter })
  }
}

/**
 * In whose name an order is placed: the session's where a token is sent, else the customer's, 10 times a minute from one
 * address. UNAUTHENTICATED for a token that is no longer good: its sender believes to be somebody.
 */
export async function buyerOf(api: Api, request: FastifyRequest): Promise<Caller> {
  const { id: requestId, log } = request
  if (bearer(request) === undefined) {
    await takeTurn(api, request)
    return { actor: customer, scope: { all: true }, requestId, log }
  }
  const { actor, scope, mustChange } = await identify(api, request)
  if (mustChange) throw new AppError('PASSWORD_CHANGE', texts.mustChange)
  return { actor, scope, requestId, log }
}
