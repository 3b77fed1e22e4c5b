/** Users who write and read continuously, with a journal of acknowledged writes. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { query } from './database.ts'

type Reply = { status: number; body: { data?: unknown; msg?: string } }

/** A call; `key` identifies a write over retries. */
type Call = { method: string; token: string; body?: object; key?: string }

/** One call on its own connection; rejects when the connection breaks. */
export function send(url: string, { method, token, body, key }: Call): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  const sent = request(url, { method, headers, agent: false, timeout: 30_000 }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = response.headers['content-type']?.includes('json')
      resolve({
        status: response.statusCode ?? 0,
        body: isJson ? (JSON.parse(text) as Reply['body']) : { msg: text },
      })
    })
  })
  sent.on('error', reject)
  sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')))
  sent.end(body && JSON.stringify(body))
  return promise
}

export async function signIn(url: string, username: string, password: string): Promise<string> {
  const { status, body } = await send(`${url}/api/v1/auth/login`, {
    method: 'POST',
    token: '',
    body: { username, password },
  })
  if (status !== 200) throw new Error(`signing in answered ${status}: ${body.msg}`)
  return (body.data as { access_token: string }).access_token
}

/** A blacklisted number with times of sending and acknowledgement, in ms. */
type Saved = { phone: string; sent: number; answered: number }
export type Seen = { requests: number; failed: string[]; saved: Saved[] }

/** Whether the next process is tried after this error, as in `deploy/nginx.conf`. */
function isRepeated(error: unknown, { method, key }: Call): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || (code === 'ECONNRESET' && (method === 'GET' || key !== undefined))
}

/**
 * The answer of the first of `urls` that gives one. After a refused connection the next is tried; after a broken one
 * only if the call is a read or has a key.
 */
async function reach(urls: string[], path: string, call: Call): Promise<Reply> {
  for (const url of urls.slice(0, -1))
    try {
      return await send(url + path, call)
    } catch (error) {
      if (!isRepeated(error, call)) throw error
    }
  return send((urls.at(-1) ?? '') + path, call)
}

const workers = 6
/** So that several loads on one database use different numbers. */
let next = 900_000_000

/** Starts the load; the returned function stops it and returns the journal. */
export function beginLoad(urls: string[], token: string): () => Promise<Seen> {
  const journal: Seen = { requests: 0, failed: [], saved: [] }
  let stopped = false
  const call = async (path: string, method: string, body?: object): Promise<boolean> => {
    journal.requests += 1
    try {
      const key = body && { body, key: randomUUID() }
      const { status, body: answer } = await reach(urls, path, { method, token, ...key })
      if (status === 200) return true
      journal.failed.push(`${method} ${path}: ${status} ${answer.msg ?? ''}`)
    } catch (error) {
      journal.failed.push(`${method} ${path}: ${(error as Error).message}`)
    }
    return false
  }
  const work = async (): Promise<void> => {
    while (!stopped) {
      const phone = String(next++)
      const sent = Date.now()
      if (await call('/api/v1/blacklist', 'POST', { phone_number: phone }))
        journal.saved.push({ phone, sent, answered: Date.now() })
      await call(`/api/v1/blacklist?keyword=${phone}`, 'GET')
    }
  }
  const all = Array.from({ length: workers }, work)
  return async () => {
    stopped = true
    await Promise.all(all)
    return journal
  }
}

/** Summary of the journal; throws when a request failed. */
export function withoutFailure({ requests, failed, saved }: Seen): string {
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${requests} requests failed, first: ${failed[0]}`)
  return `${requests} requests, ${saved.length} numbers saved, none failed`
}

/** Checks acknowledged writes: all before the backup's moment are there, none sent well after it. */
export async function compareJournal(url: string, { saved }: Seen, moment: string): Promise<string> {
  const at = new Date(moment).getTime()
  const rows = await query<{ phone: string }>(url, 'SELECT phone_number AS phone FROM blacklist')
  const present = new Set(rows.map(({ phone }) => phone))
  const before = saved.filter(({ answered }) => answered < at)
  const lost = before.filter(({ phone }) => !present.has(phone))
  const late = saved.filter(({ sent, phone }) => sent > at + 1_000 && present.has(phone))
  if (lost.length + late.length > 0) throw new Error(`${lost.length} numbers lost, ${late.length} from later`)
  if (before.length === 0) throw new Error('nothing was saved before the backup')
  return `${before.length} numbers saved before it are there, ${saved.length - before.length} later ones are not`
}
