/** A server of the product for one test file: real database, demo accounts, calls as any account. */
import type { Audience } from '#platform/contract/live.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sql from 'sql-template-tag'
import { buildApp } from '#platform/app/server/app.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { plainCommits } from '#platform/server/db/commits.ts'
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { primaryOnly } from '#platform/server/db/read-side.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { noteChange, withFollowers } from '#platform/app/server/followers.ts'
import type { Services } from '#kit/server/context.ts'
import { openFloorChanges } from '#platform/server/floor-changes.ts'
import type { Api } from '#kit/server/handle.ts'
import { openSessions, hashToken, newToken } from '#kit/server/sessions.ts'
import { openTotalMemory } from '#kit/server/total-memory.ts'
import { openLog } from '#platform/server/running/log.ts'
import { findDemoHashes } from '#platform/app/server/seed/demo-passwords.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import { watchAnswers } from './answers.ts'
import { gapsOfTrail } from './by-hand.ts'
import { organisationDatabase } from './organisation.ts'
import { testKey } from './process.ts'
import { servingUrl } from './serving.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  data: unknown
  text: string
  headers: Record<string, unknown>
}
export type Caller = {
  token: string
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  delete: (path: string) => Promise<Answer>
}

export type TestServer = {
  app: FastifyInstance
  api: Api
  pool: Pool
  /** The connections of the server itself. */
  ownPool: Pool
  url: string
  /** Channels published so far. */
  published: string[]
  /** Jobs enqueued so far, `prompt` those that begin at the commit; tests run them by hand. */
  queued: { name: string; data: object; prompt?: true }[]
  /** Notifications so far. */
  announced: { to: Audience; content: string }[]
  /** Calls as a demo account, signed in on first use. */
  as: (username: string) => Promise<Caller>
  /** The same in a new session, as after a sign-out. */
  signedIn: (username: string) => Promise<Caller>
  /** The same as after a sign-in: the session is not confirmed (D3-SEC-07). */
  unconfirmed: (username: string) => Promise<Caller>
  /** Calls without a session. */
  outsider: Caller
  /** Calls with any token. */
  by: (token: string) => Caller
  close: () => Promise<void>
}

function caller(app: FastifyInstance, token: string): Caller {
  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await app.inject({
      ...options,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    })
    const isJson = String(response.headers['content-type']).includes('json')
    const body = isJson ? (response.json() as Record<string, unknown>) : {}
    return {
      status: response.statusCode,
      body,
      data: body.data,
      text: response.body,
      headers: response.headers,
    }
  }
  const write = (method: 'POST' | 'PUT') => (url: string, body?: unknown, headers?: Record<string, string>) =>
    send({ method, url, payload: (body ?? {}) as object, ...(headers && { headers }) })
  return {
    token,
    get: (url) => send({ method: 'GET', url }),
    post: write('POST'),
    put: write('PUT'),
    delete: (url) => send({ method: 'DELETE', url }),
  }
}

/**
 * A session of `username`, without the cost of a password check. It stays confirmed to its end, as if the password had
 * just been entered again (D3-SEC-07), unless `plain`; it lasts an hour by default.
 */
export async function signInAs(
  pool: Pool,
  username: string,
  { plain = false, lasts = '1 hour' }: { plain?: boolean; lasts?: string } = {},
): Promise<string> {
  const token = newToken()
  const { rowCount } = await pool.query(sql`
    INSERT INTO sessions (token_hash, user_id, expires_at, confirmed_until, confirmed_as)
    SELECT decode(${hashToken(token)}, 'hex'), id, now() + ${lasts}::interval,
      CASE WHEN NOT ${plain}::boolean THEN now() + ${lasts}::interval END, account_print(id)
    FROM users WHERE username = ${username}`)
  if (!rowCount) throw new Error(`no account '${username}'`)
  return token
}

/**
 * Starts the product's HTTP server (calls are injected) on its own database, with only the demo's accounts unless
 * `open` provides another; `write` gets its log; `serveMore` registers further routes.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  write?: (line: string) => void,
  open = organisationDatabase,
  serveMore?: (app: FastifyInstance) => Promise<void>,
): Promise<TestServer> {
  const database = await open()
  const config = readConfig({
    DATABASE_URL: database.url,
    RATE_PER_SECOND: '0',
    SECRETS_KEY: testKey,
    ...env,
  })
  const log = openLog(write ? 'info' : (env.LOG_LEVEL ?? 'silent'), write && { write })
  const url = servingUrl(database.url)
  // Each connection plans every statement anew: a few warm ones are faster than many.
  const pool = createPool(url, { max: 4, applicationName: 'test server', log, commits: plainCommits })
  const longPool = createPool(url, { max: 4, applicationName: 'test-long', log, commits: plainCommits })
  const sessions = await openSessions(pool, {
    url,
    readers: pool,
    idleSeconds: config.idleSeconds,
    log,
  })
  const secrets = await openSecrets(database.pool, config)
  const published: TestServer['published'] = []
  const queued: TestServer['queued'] = []
  const announced: TestServer['announced'] = []
  const memory = { totals: openTotalMemory(pool, log), floorChanges: openFloorChanges() }
  const note = noteChange(memory)
  const services: Services = {
    pool,
    longPool,
    readers: pool,
    reads: primaryOnly(pool),
    log,
    dataDir: `${process.env.TMPDIR ?? '/tmp'}/vasdesk-test-data`,
    production: config.production,
    demoHashes: config.production ? await findDemoHashes(database.pool) : [],
    ...memory,
    publish: withFollowers((resource, onFloor) => {
      note(resource, onFloor)
      published.push(resource)
    }),
    notify: () => undefined,
    announce: (to, content) => void announced.push({ to, content }),
    jobs: {
      enqueue: async (name, data, after) => void queued.push({ name, data, ...(after && { prompt: true }) }),
    },
    ...(config.carrier && { carrier: openCarrier(config.carrier, log) }),
    lookup: config.lookup,
    ...(secrets && { secrets }),
  }
  const api = await buildApp(config, services, sessions)
  await serveMore?.(api.app)
  const wrongAnswers = watchAnswers(api.app)
  await api.app.ready()
  const callers = new Map<string, Promise<Caller>>()
  const signedIn = async (username: string) => caller(api.app, await signInAs(database.pool, username))
  return {
    app: api.app,
    api,
    pool: database.pool,
    ownPool: pool,
    url: database.url,
    published,
    queued,
    announced,
    outsider: caller(api.app, ''),
    by: (token) => caller(api.app, token),
    signedIn,
    unconfirmed: async (username) =>
      caller(api.app, await signInAs(database.pool, username, { plain: true })),
    as(username) {
      const cached = callers.get(username)
      if (cached) return cached
      const caller = signedIn(username)
      callers.set(username, caller)
      return caller
    },
    async close() {
      await api.app.close()
      await sessions.close()
      await longPool.end()
      await pool.end()
      const gaps = await gapsOfTrail(database.pool)
      await database.drop()
      const faults = [...wrongAnswers(), ...gaps]
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}
