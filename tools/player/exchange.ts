/** One HTTP request, as the player, the measures and the tests send it, and what came back. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import type { Method } from '#kit/contract/operations.ts'

export type Sent = {
  /** No call of ours is a PATCH, but those of others are. */
  method?: Method | 'PATCH'
  token?: string
  /** Sent as JSON, bytes as they are. */
  body?: object
  /** Names a write, so that it is done once however often it is sent. */
  key?: string
  headers?: Readonly<Record<string, string>>
  /** Connections to use; false: one of its own. Up to 1,000 shared ones by default. */
  agent?: Agent | false
  /** Gives up after so many ms without a byte. */
  timeout?: number
  signal?: AbortSignal
}
export type Answered = { status: number; text: string; headers: IncomingHttpHeaders }

const shared = new Agent({ keepAlive: true, maxSockets: 1000 })

/** Resolves with whatever is answered; rejects when the connection breaks or is given up. */
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
    const asked = request(url, options, (response) => {
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
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${timeout} ms`)))
    asked.end(payload)
  })
}

/** `A`: what a 200 has as its data. */
export type Reply<A = unknown> = { status: number; body: { data?: A; msg?: string; code?: string } }

/** The answer read as JSON; of what is none, as a proxy's page, the text is the message. */
export function replyOf<A>({ status, text, headers }: Answered): Reply<A> {
  const isJson = headers['content-type']?.includes('json') === true
  return { status, body: isJson ? (JSON.parse(text) as Reply<A>['body']) : { msg: text } }
}
