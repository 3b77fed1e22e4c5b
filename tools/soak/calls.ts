/** Calls of people who do not give up: each is asked again, under the same key, until it is answered. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '#test/process.ts'
import type { Reply } from '../player/exchange.ts'
import type { Stage } from './stage.ts'

export type Person = {
  username: string
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Reply>
  /** Sends a file as the body; answers what the import became in the end. */
  send: (target: string, name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>
}

/** One call in so many is given up by its sender while it is under way, and sent again. */
const abandoned = 40
/** Longest time in real ms that a call may stay without an answer; PostgreSQL recovers within it. */
const patience = 90_000

/** Calls so far, how many had to be asked again, and faults of the product. */
export type Counted = { calls: number; again: number; faults: Set<string> }

type Sent = { token: string; method: string; path: string; body?: object; key?: string }

/** A call that its sender gives up after some milliseconds, as a browser that is closed. */
async function giveUp(url: string, { method, token, body, key }: Sent): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  try {
    const signal = AbortSignal.timeout(randomInt(1, 15))
    await (await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })).text()
  } catch (error) {
    // Given up, or the server is being killed: both are asked again.
    if (!(error instanceof Error)) throw error
  }
}

/** One try; null when there was no answer or the server had no time. */
async function attempt(url: string, sent: Sent, counted: Counted): Promise<Reply | null> {
  const { method, token, body, key, path } = sent
  const headers = key === undefined ? undefined : { 'idempotency-key': key }
  try {
    const reply = await call(url, method as 'GET', token, body, headers)
    if (reply.status === 500) counted.faults.add(`${method} ${path}: 500 ${JSON.stringify(reply.body)}`)
    return reply.status < 500 ? reply : null
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return null
  }
}

/** Asks one server and then the other until one answers. */
async function untilAnswered(stage: Stage, sent: Sent, counted: Counted): Promise<Reply> {
  const begun = performance.now()
  counted.calls += 1
  for (let tries = counted.calls; ; tries += 1) {
    const url = `${stage.servers[tries % 2 === 0 ? 0 : 1].url}${sent.path}`
    if (tries === counted.calls && randomInt(abandoned) === 0) await giveUp(url, sent)
    const reply = await attempt(url, sent, counted)
    if (reply) return reply
    if (performance.now() - begun > patience) {
      counted.faults.add(`${sent.method} ${sent.path} was not answered within ${patience / 1000} s`)
      return { status: 0, body: {} }
    }
    counted.again += 1
    await sleep(50)
  }
}

type Import = { id: string; state: string; msg: string | null }

type File = { token: string; target: string; name: string; bytes: Uint8Array<ArrayBuffer> }

/** Sends a file until a server has taken it; answers why it was refused. */
async function upload(stage: Stage, { token, target, name, bytes }: File): Promise<Import | string> {
  const begun = performance.now()
  for (;;) {
    // Only the server that is not killed takes the file: an upload that is cut is sent again by hand.
    const response = await fetch(`${stage.servers[0].url}/api/v1/imports/${target}`, {
      method: 'POST',
      body: bytes,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
      },
    })
    if (response.ok) return ((await response.json()) as { data: Import }).data
    const why = `${response.status}: ${await response.text()}`
    if (response.status !== 503 || performance.now() - begun > patience) return why
    await sleep(200)
  }
}

/** A person with a session. */
export async function personOf(stage: Stage, username: string, counted: Counted): Promise<Person> {
  const token = await stage.signIn(username)
  const ask: Person['ask'] = (method, path, body) => {
    const key = method === 'GET' ? {} : { key: randomUUID() }
    return untilAnswered(stage, { token, method, path, ...(body && { body }), ...key }, counted)
  }
  return {
    username,
    ask,
    async send(target, name, bytes) {
      const data = await upload(stage, { token, target, name, bytes })
      if (typeof data === 'string') return data
      await ask('POST', `/api/v1/imports/${data.id}/save`, {})
      for (let looks = 0; looks < 400; looks += 1) {
        const now = (await ask('GET', `/api/v1/imports/${data.id}`)).body.data as Import | undefined
        if (now && now.state !== 'saving' && now.state !== 'ready')
          return now.state === 'done' ? now.state : `${now.state}: ${now.msg}`
        await sleep(250)
      }
      return 'unfinished'
    },
  }
}
