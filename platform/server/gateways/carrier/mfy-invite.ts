/** 'Mời tự động' over HTTP (docs/providers.md): the carrier invites one subscriber to one package. */
import * as z from 'zod/mini'
import type { Log } from '#kit/server/context.ts'
import { envelope } from './answers.ts'
import type { Carrier, Failure, Reply } from './carrier.ts'

type InviteSubscriber = Carrier['inviteSubscriber']
type Order = Parameters<InviteSubscriber>[0]
type CarrierResponse = { ok: true; text: string } | { ok: false; reason: Failure; inner: string }

const invited = z.object({ message: z.string().check(z.maxLength(2000)) })

const failed = (reason: Failure, inner: string): Reply<never> => ({ ok: false, reason, inner })

function readInvited(text: string, { isdn }: Order, orderId: string): Reply<{ message: string }> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failed('garbage', 'no JSON')
  }
  const outer = envelope.safeParse(body)
  if (!outer.success) return failed('garbage', 'no envelope')
  const { request_id, data } = outer.data
  if (request_id !== orderId || !data.NUMBER_PHONE.replace(/\D/g, '').endsWith(isdn))
    return failed('mismatch', 'another order')
  const parsed = invited.safeParse(data)
  return parsed.success ? { ok: true, data: parsed.data } : failed('garbage', 'message')
}

/** Invites through `post`, which returns the text of a successful response. */
export const inviteOver =
  (post: (body: object, orderId: string) => Promise<CarrierResponse>, log: Log): InviteSubscriber =>
  async (order, orderId) => {
    const response = await post(order, orderId)
    const reply = response.ok ? readInvited(response.text, order, orderId) : response
    if (!reply.ok) log.warn({ why: reply.reason, inner: reply.inner, orderId }, 'carrier invitation failed')
    return reply
  }
