/** Requesting a refund, a top-up, or both by one click (D2-Q-53, D2-Q-54). */
import { AppError } from '#kit/contract/error.ts'
import type { FieldErrors } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { creatingCalls, refundTexts } from '#subjects/money/contract/calls/refunds.ts'
import { requestrefund } from '#subjects/money/contract/lists/requestrefund.ts'
import { send } from '#kit/web/client.ts'
import { refresh } from '#kit/web/query.ts'

type Values = Record<string, string | number | null>

/** The list from which the request is made: each has its own calls. */
export type Place = keyof typeof creatingCalls

/** One of the two orders of a click. */
export type OrderPart = { kind: 'refund' | 'topUp'; values: Values }

/** Names of the orders, for the message that the other one of the click failed. */
const names = { refund: 'đơn hoàn tiền', topUp: 'đơn nạp tiền' } as const
/** Beginning of the message about a failed call (D2-REFUND-132, D2-REFUND-133). */
const titles = { refund: refundTexts.refundTitle, topUp: refundTexts.topUpTitle } as const

const sendPart = (place: Place, { kind, values }: OrderPart, idempotencyKey: string) => {
  const { resource, [kind]: call } = creatingCalls[place]
  const named = Object.entries(values).map(([name, value]) => [
    resource.fields[name]?.bodyName ?? name,
    value,
  ])
  return send(call, Object.fromEntries(named), { idempotencyKey })
}

type Order = {
  place: Place
  /** The dialog: its name begins the message about a failure. */
  from: OrderPart['kind']
  /** One or two, in this order. */
  parts: readonly OrderPart[]
  /** The click: the same for both parts and for each attempt. */
  click: number
  key: string
}

type Refusal = { fields: FieldErrors; sentence: string }

/** The message about a failed part; the other one may exist already. */
function complaint({ from, parts }: Order, failed: OrderPart, error: AppError): string {
  const done = parts[parts.indexOf(failed) - 1]
  if (!done) return `[${titles[from]}] ${error.message}`
  return `${messages.errorPrefix} Đã tạo ${names[done.kind]}, chưa tạo được ${names[failed.kind]}: ${error.message}`
}

/**
 * Sends the parts one after the other; null when all are made, else the reason why one is not. Throws errors that
 * are not refusals.
 */
export async function placeOrder(order: Order): Promise<Refusal | null> {
  const { place, parts, click, key } = order
  try {
    for (const part of parts) {
      try {
        const shared = {
          millisecond_created_at: click,
          currentOriginUrl: location.href,
          cho_len_don: Number(parts.length > 1),
        }
        await sendPart(place, { ...part, values: { ...shared, ...part.values } }, `${key}-${part.kind}`)
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'UNAUTHENTICATED') throw error
        return { fields: error.fields ?? {}, sentence: complaint(order, part, error) }
      }
    }
    return null
  } finally {
    await refresh(requestrefund)
  }
}
