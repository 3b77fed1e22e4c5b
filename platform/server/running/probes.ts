/** /healthz, /readyz and /metrics, for operators. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Stall } from '../db/commits.ts'
import { createPool, type Pool } from '../db/pool.ts'
import { bearer, type Api } from '#kit/server/handle.ts'
import { openLentWatch } from './lent-connections.ts'

/** A database that does not answer within this time, in ms, is unavailable. */
const patience = 3_000

/** Status text of each stall of commits. */
const stalled = {
  standby: 'standby missing',
  disk: 'disk stalled',
  'read only': 'disk read only',
} as const satisfies Record<Stall, string>

/** A process that cannot save can still read, so it stays ready. */
const working: readonly Readiness[] = ['ready', 'disk full', ...Object.values(stalled)]

type Readiness =
  | 'ready'
  | 'disk full'
  | 'stopping'
  | 'database unreachable'
  | 'database read only'
  | 'connections lost'
  | (typeof stalled)[Stall]

async function ask(pool: Pool): Promise<Readiness> {
  const { rows } = await pool.query<{ fixed: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS fixed`,
  )
  return rows[0]?.fixed ? 'database read only' : 'ready'
}

type Asked = {
  hasRoom: () => Promise<boolean>
  stuckPools: () => Promise<string[]>
  stall: () => Stall | undefined
}

/** Queries the database on its own connection, once for all concurrent callers. */
function openReadiness(
  pool: Pool,
  { hasRoom, stuckPools, stall }: Asked,
  { log }: Api['services'],
): () => Promise<Readiness> {
  let asking: Promise<Readiness> | undefined
  const checkNow = async (): Promise<Readiness> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('no answer')), patience)
    try {
      const answer = await Promise.race([ask(pool), late.promise])
      if (answer !== 'ready') return answer
      const pools = await Promise.race([stuckPools(), late.promise])
      if (pools.length > 0) {
        log.error({ pools }, 'all connections are lent and none is used: this process must be restarted')
        return 'connections lost'
      }
      const reason = stall()
      if (reason) return stalled[reason]
      return (await hasRoom()) ? 'ready' : 'disk full'
    } catch (error) {
      log.warn({ error: String(error) }, 'not ready')
      return 'database unreachable'
    } finally {
      clearTimeout(timer)
      asking = undefined
    }
  }
  return () => (asking ??= checkNow())
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Registers the probes. The first two are public and reveal nothing about the data; the third requires its token, and
 * without a configured one nothing is counted.
 */
export async function serveProbes(
  api: Api,
  options: {
    databaseUrl: string
    /** Pools that requests use, by name. */
    pools: Readonly<Record<string, Pool>>
    /** Behind a transaction pooler, so that the database does not show the pool's connections. */
    pooled: boolean
    dataDir: string
    metricsToken: string | undefined
    sockets: () => number
    stopping: () => boolean
    hasRoom: () => Promise<boolean>
    stall: () => Stall | undefined
  },
): Promise<void> {
  const { app, services } = api
  const { log } = services
  const { metricsToken } = options
  // A separate pool: probes must not wait when requests use up all connections.
  const pool = createPool(options.databaseUrl, { max: 2, applicationName: 'vasdesk-probe', log })
  app.addHook('onClose', () => pool.end())
  const poolWatch = openLentWatch(options.pooled ? {} : options.pools)
  const stuckPools = () => poolWatch.stuck(pool)
  const readiness = openReadiness(pool, { ...options, stuckPools }, services)
  const metrics =
    metricsToken &&
    (await import('./metrics.ts')).openMetrics(app, { ...options, pool, services, stuckPools })
  for (const path of ['/healthz', '/readyz', '/metrics'])
    api.policy.push({ method: 'GET', path, may: 'public' })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const status = options.stopping() ? 'stopping' : await readiness()
    return reply.status(working.includes(status) ? 200 : 503).send({ status })
  })
  app.get('/metrics', async (request, reply) => {
    // Digests have the same length, and are compared in constant time.
    if (!metrics || !timingSafeEqual(digest(bearer(request) ?? ''), digest(metricsToken)))
      throw new AppError('UNAUTHENTICATED', messages.forbidden)
    reply.type(metrics.contentType)
    return metrics.read()
  })
}
