/** The cast of the conformance tests: one account of every kind, callers without a valid session, and a simple client. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import type { Method } from '#kit/contract/operations.ts'
import type { Scope } from '#kit/server/context.ts'
import { hashToken, newToken } from '#kit/server/sessions.ts'
import type { TestDatabase } from '../database.ts'
import { signInAs, startTestServer, type TestServer } from '../server.ts'

export type Reply = {
  status: number
  /** The JSON response, or an empty object. */
  body: { data?: unknown; code?: string; msg?: string; current?: unknown; fields?: Record<string, string> }
  /** The decoded bytes (after content-encoding). */
  raw: Buffer
  text: string
  headers: Record<string, unknown>
}
export type Ask = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>
export type Player = { name: string; ask: Ask; actor: Actor; scope: Scope }

export type Stage = {
  server: TestServer
  players: Player[]
  player: (name: string) => Player
  /** Clients without a valid session, by reason. */
  shutOut: Record<string, Ask>
  close: () => Promise<void>
}

const names = [
  'admin',
  'quanly',
  'chinhanh1',
  'leader11',
  'sale111',
  'sale211',
  'doitac1',
  'HNIMB01',
  'ketoan',
]

const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync }

/** A client with a token; '' sends none. A body that is a string or Buffer is sent as is. */
export function clientWith(server: TestServer, token: string): Ask {
  return async (method, url, body, headers = {}) => {
    const response = await server.app.inject({
      method,
      url,
      headers: {
        'accept-encoding': 'gzip, br',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    const decode = decoders[String(response.headers['content-encoding'])]
    const raw = decode ? decode(response.rawPayload) : response.rawPayload
    const isJson = String(response.headers['content-type']).includes('json')
    const text = raw.toString()
    return {
      status: response.statusCode,
      headers: response.headers,
      raw,
      text,
      body: isJson ? JSON.parse(text) : {},
    }
  }
}

async function shutOutOf(server: TestServer): Promise<Record<string, Ask>> {
  const { pool } = server
  const [locked, expired, revoked] = await Promise.all(
    ['sale113', 'sale112', 'sale112'].map((name) => signInAs(pool, name)),
  )
  await pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale113'`)
  const byToken = (token = '') => sql`token_hash = decode(${hashToken(token)}, 'hex')`
  await pool.query(
    sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE ${byToken(expired)}`,
  )
  await pool.query(sql`UPDATE sessions SET revoked_at = now() WHERE ${byToken(revoked)}`)
  const tokens = {
    'no session': '',
    'a locked account': locked,
    'an expired session': expired,
    'a revoked session': revoked,
    'a made-up token': newToken(),
  }
  return Object.fromEntries(
    Object.entries(tokens).map(([reason, token]) => [reason, clientWith(server, token ?? '')]),
  )
}

/** A server with its cast signed in; `env` is additional environment, `open` provides its database. */
export async function openStage(
  env: Record<string, string> = {},
  open?: () => Promise<TestDatabase>,
): Promise<Stage> {
  const server = await startTestServer(env, undefined, open)
  const players = await Promise.all(
    names.map(async (name): Promise<Player> => {
      const { token } = await server.as(name)
      const session = await server.api.sessions.find(token)
      if (!session) throw new Error(`${name} has no session`)
      return { name, ask: clientWith(server, token), actor: session.actor, scope: session.scope }
    }),
  )
  const player = (name: string): Player => {
    const found = players.find((one) => one.name === name)
    if (!found) throw new Error(`no player '${name}'`)
    return found
  }
  return { server, players, player, shutOut: await shutOutOf(server), close: () => server.close() }
}

export type Row = Record<string, unknown> & { id: string; version: number }

/** The rows of a list answer. */
export const valuesOf = (reply: Reply): Row[] => (reply.body.data as { values: Row[] }).values
/** The total of a list answer. */
const countOf = (reply: Reply): number => (reply.body.data as { count: number }).count

/** Every row of a list, page by page; throws if a page is refused or the pages do not end. */
export async function allPages(ask: Ask, path: string, size = 3): Promise<{ rows: Row[]; counts: number[] }> {
  const rows: Row[] = []
  const counts: number[] = []
  for (let page = 0; page < 500; page++) {
    const reply = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}&count=${size}`)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    counts.push(countOf(reply))
    const values = valuesOf(reply)
    rows.push(...values)
    if (values.length < size) return { rows, counts }
  }
  throw new Error(`${path} has no end`)
}
