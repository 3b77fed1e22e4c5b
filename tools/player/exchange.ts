/** One HTTP request of the player, the measures and the tests, and its response. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import type { Method } from '#kit/contract/operations.ts'

export type Sent = {
  /** Our API has no PATCH, but others do. */
  method?: Method | 'PATCH'
  token?: string
  /** Sent as JSON, bytes unchanged. */
  body?: object
  /** Idempotency key: the write is done once, even if it is sent several times. */
  key?: string
  headers?: Readonly<Record<string, string>>
  /** Connections to use; false: a new one. Up to 1,000 shared ones by default. */
  agent?: Agent | false
  /** Gives up after this many ms without a byte. */
  timeout?: number
  signal?: AbortSignal
}
export type Answered = { status: number; text: string; headers: IncomingHttpHeaders }

const shared = new Agent({ keepAlive: true, maxSockets: 1000 })

/** Resolves with any response; rejects if the connection breaks or times out. */
export function exchange(url: string, sent: Sent = {}): Promise<Answered> {
  const { method = 'GET', token, body, key, timeout, signal, agent = shared } = sent
  const bytes = body instanceof Uint8Array
  const payload = body === undefined || bytes ? body : JSON.stringify(body)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...sent.headers,
  }
  const options = {
    method,
    agent,
    headers,
    ...(timeout !== undefined && { timeout }),
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          headers: response.headers,
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeout} ms`)))
    outgoing.end(payload)
  })
}

/** `A`: type of the data in a 200. */
export type Reply<A = unknown> = { status: number; body: { data?: A; msg?: string; code?: string } }

/** The response parsed as JSON; text that is not JSON, such as a proxy's page, becomes the message. */
export function replyOf<A>({ status, text, headers }: Answered): Reply<A> {
  const isJson = headers['content-type']?.includes('json') === true
  return { status, body: isJson ? (JSON.parse(text) as Reply<A>['body']) : { msg: text } }
}
