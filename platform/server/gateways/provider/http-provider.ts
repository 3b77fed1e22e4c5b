/** A refund partner over HTTP (docs/providers.md): a PUT per order with our own id, a GET for its state. */
import { noConnection } from '../no-connection.ts'
import { readBody } from '../read-body.ts'
import { orderShape, refusalShape } from './order-shape.ts'
import type { Order, OrderReply, Provider } from './provider.ts'

export type ProviderOptions = {
  /** Base URL; the path is appended. */
  url: string
  token: string
  /** Until the last byte of the response. */
  timeoutMs: number
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // Not JSON.
    return undefined
  }
}

/** The state of order `id` in a response. */
function readAnswer(status: number, body: unknown, id: string): OrderReply {
  if (status === 200 || status === 201 || status === 202) {
    const parsed = orderShape.safeParse(body)
    if (parsed.success && parsed.data.id === id) return { outcome: 'known', state: parsed.data.state }
    return { outcome: 'unknown', reason: parsed.success ? 'another order' : 'garbage' }
  }
  // Not processed; can be retried later.
  if (status === 429 || status === 503) return { outcome: 'unsent', reason: `HTTP ${status}` }
  if (status === 404) return { outcome: 'absent' }
  const refusal = refusalShape.safeParse(body)
  if (status === 422 && refusal.success) {
    const { code, message } = refusal.data.error
    return { outcome: 'refused', code, text: message }
  }
  // A wrong token or URL is our error; the order waits until it is fixed.
  if (status === 401 || status === 403) return { outcome: 'unsent', reason: `HTTP ${status}` }
  return { outcome: 'unknown', reason: `HTTP ${status}` }
}

function readError(error: unknown): OrderReply {
  const { name, cause } = error as Error
  const code = String((cause as { code?: unknown } | undefined)?.code ?? name)
  return { outcome: noConnection.has(code) ? 'unsent' : 'unknown', reason: code }
}

/** Opens the adapter; it does not connect before the first order. */
export function openProvider({ url, token, timeoutMs }: ProviderOptions): Provider {
  const base = `${url.replace(/\/+$/, '')}/v1/orders`
  const request = async (id: string, body?: object): Promise<OrderReply> => {
    try {
      const response = await fetch(`${base}/${id}`, {
        method: body ? 'PUT' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // A redirect would send order and token elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return readAnswer(response.status, readJson(await readBody(response)), id)
    } catch (error) {
      return readError(error)
    }
  }
  return {
    timeoutMs,
    submit: ({ id, kind, isdn, numberType, package: name, amount }: Order) =>
      request(id, { kind, isdn, number_type: numberType, package: name, amount }),
    ask: (id) => request(id),
  }
}
