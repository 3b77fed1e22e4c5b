/** Answers of the simulated carrier to invitation orders. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, refuse } from './answer.ts'
import { subscriberExists } from './deterministic-subscriber.ts'
import type { Faults } from './faults.ts'

/** Processes an order once: a repeated id gets the same answer without another invitation. */
export function serveInvite(
  { faults, invited }: { faults: Faults; invited: Set<string> },
  body: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  const { isdn, package_code: code } = (body ?? {}) as { isdn?: unknown; package_code?: unknown }
  const orderId = request.headers['x-request-id']
  if (typeof isdn !== 'string' || !/^[1-9]\d{8}$/.test(isdn) || typeof code !== 'string')
    return refuse(response, 400, 'BAD_REQUEST')
  if (typeof orderId !== 'string') return refuse(response, 400, 'BAD_REQUEST')
  const fault = faults.next()
  if (!fault && !subscriberExists(isdn)) return refuse(response, 404, 'NOT_FOUND')
  invited.add(orderId)
  const data = { NUMBER_PHONE: isdn, message: `Đã gửi lời mời gói ${code}` }
  return answer(response, { request_id: orderId, data }, fault)
}
