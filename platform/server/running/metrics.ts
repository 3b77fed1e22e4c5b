/** Metrics of a running server in Prometheus format; deploy/alerts.yml has the alerts. */
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { stallReasons, type Stall } from '../db/commits.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { login } from '#platform/contract/calls/session.ts'
import { readMark } from '../db/operator-marks.ts'
import { toAppError } from '#kit/server/refusals.ts'
import type { Pool } from '../db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { feedFigures } from '../feeds/states.ts'
import { version } from './version.ts'

type Watched = {
  /** Connections for these queries; not the pool for requests. */
  pool: Pool
  pools: Readonly<Record<string, Pool>>
  services: Services
  dataDir: string
  sockets: () => number
  stuckPools: () => Promise<string[]>
  stall: () => Stall | undefined
}

/** Requests that take longer, in seconds, are counted by route. */
const slow = 1

/** Counts requests: all by kind and status, slow and failed ones by route. */
function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const seconds = new Histogram({
    name: 'vasdesk_request_seconds',
    help: 'Time of a request: reads are GET, all else writes',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const requests = new Counter({
    name: 'vasdesk_requests_total',
    help: 'Requests by status',
    labelNames: ['status'],
    registers,
  })
  // Counters of refusals must start at 0, or the first ones would not be an increase.
  for (const status of ['429', '503']) requests.inc({ status }, 0)
  // Alerts use the first counter, which exists from the start: a series per route only starts with its first fault.
  const counted = (name: string, help: string) => {
    const total = new Counter({ name: `vasdesk_${name}_requests_total`, help, registers })
    const routes = { name: `vasdesk_${name}_routes_total`, help: `${help}, by route` }
    const byRoute = new Counter({ ...routes, labelNames: ['method', 'route'], registers })
    return (labels: { method: string; route: string }): void => {
      total.inc()
      byRoute.inc(labels)
    }
  }
  const noteSlow = counted('slow', `Requests that took more than ${slow} s`)
  const noteFailed = counted('failed', 'Requests that ended with a fault of the product (500)')
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? 'unknown' }
    seconds.observe({ kind: method === 'GET' || method === 'HEAD' ? 'read' : 'write' }, elapsedTime / 1000)
    requests.inc({ status: String(statusCode) })
    if (elapsedTime > slow * 1000) noteSlow(labels)
    if (statusCode === 500) noteFailed(labels)
  })
}

/** Counts sign-ins with a wrong name, password or code; the request for a code is not a failure. */
function countSignIns(app: FastifyInstance, registers: Registry[]): void {
  const refused = new Counter({
    name: 'vasdesk_refused_sign_ins_total',
    help: 'Sign-ins that were refused or told to wait',
    registers,
  })
  app.addHook('onError', async ({ routeOptions, body }, _reply, error) => {
    if (routeOptions.url !== login.path) return
    const { code } = toAppError(error)
    const guessed = code === 'SECOND_FACTOR' && isObject(body) && Boolean(body.code)
    if (guessed || code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED') refused.inc()
  })
}

/** Updates the gauges at each scrape. */
type Observe = () => Promise<void>

function watchProcess(gauge: GaugeMaker, { pools, dataDir, sockets, stuckPools }: Watched): Observe {
  const connections = gauge(
    'pool_connections',
    'Connections to the database, and requests that wait for one',
    ['pool', 'state'],
  )
  const stuck = gauge('pool_stuck', '1 while all connections are lent and none is used', ['pool'])
  const live = gauge('live_sockets', 'Open sockets of the live channel')
  const free = gauge('disk_free_ratio', 'Free part of the disk under DATA_DIR')
  gauge('build_info', '1, with the version that runs', ['version']).set({ version }, 1)
  return async () => {
    const disk = await statfs(dataDir)
    free.set(disk.bavail / disk.blocks)
    live.set(sockets())
    for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool: name, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool: name, state: 'idle' }, idleCount)
      connections.set({ pool: name, state: 'waiting' }, waitingCount)
    }
    const names = await stuckPools()
    for (const pool of Object.keys(pools)) stuck.set({ pool }, names.includes(pool) ? 1 : 0)
  }
}

function watchFeeds(gauge: GaugeMaker, { pool }: Watched): Observe {
  const setAside = gauge('feed_set_aside', 'Rows of a feed that could not be taken and wait for a decision', [
    'feed',
  ])
  const failures = gauge('feed_failures', 'Tries in a row in which a feed could not be read', ['feed'])
  const readAt = gauge('feed_read_timestamp_seconds', 'When a feed last answered as agreed', ['feed'])
  return async () => {
    for (const one of [setAside, failures, readAt]) one.reset()
    for (const feed of await feedFigures(pool)) {
      const labels = { feed: feed.name }
      setAside.set(labels, feed.set_aside)
      failures.set(labels, feed.failures)
      if (feed.read_at) readAt.set(labels, new Date(feed.read_at).getTime() / 1000)
    }
  }
}

function watchDatabase(gauge: GaugeMaker, { pool, stall }: Watched): Observe {
  const up = gauge('database_up', '1 while the database answers')
  const deltas = gauge('balance_deltas', 'Changes of the ledger that are not folded into its balances yet')
  const backup = gauge('backup_verified_timestamp_seconds', 'When a backup was proven last; 0: never')
  const stalled = gauge('commits_stalled', '1 while nothing can be saved, by what commits wait for', ['why'])
  return async () => {
    for (const reason of stallReasons) stalled.set({ why: reason }, stall() === reason ? 1 : 0)
    up.set(0)
    for (const one of [deltas, backup]) one.reset()
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM balance_deltas')
    up.set(1)
    deltas.set(rows[0]?.n ?? 0)
    backup.set(((await readMark(pool, 'backup-verified'))?.getTime() ?? 0) / 1000)
  }
}

/** Age in seconds of the oldest audit entry without a seal; 0 if all have one. */
const unsealedAge = `
  SELECT coalesce(extract(epoch FROM now() - (
    SELECT at FROM audit_log WHERE id > coalesce((SELECT last_id FROM trail_seals ORDER BY n DESC LIMIT 1), 0)
    ORDER BY id LIMIT 1)), 0)::float8 AS age`

function watchTrail(gauge: GaugeMaker, { pool }: Watched): Observe {
  const broken = gauge('trail_broken', '1 after a look at the audit log that found something changed')
  const unsealed = gauge('trail_unsealed_seconds', 'Age of the oldest entry of the audit log without a seal')
  return async () => {
    for (const one of [broken, unsealed]) one.reset()
    const { rows } = await pool.query<{ age: number }>(unsealedAge)
    broken.set((await readMark(pool, 'trail-broken')) ? 1 : 0)
    unsealed.set(rows[0]?.age ?? 0)
  }
}

function watchJobs(gauge: GaugeMaker, { pool }: Watched): Observe {
  const jobs = gauge('jobs', 'Jobs that wait, run, or failed for good within a day', ['state'])
  return async () => {
    jobs.reset()
    const { rows } = await pool.query<{ state: string; n: number }>(`
      SELECT s.state, count(j.id)::int AS n
      FROM unnest(ARRAY['created', 'retry', 'active', 'failed']) s (state)
        LEFT JOIN pgboss.job j ON j.state::text = s.state
          AND (j.state <> 'failed' OR j.completed_on > now() - interval '1 day')
      GROUP BY 1`)
    for (const { state, n } of rows) jobs.set({ state }, n)
  }
}

/** Lag of the replica, if there is one. */
function watchReplica(gauge: GaugeMaker, { services: { reads } }: Watched): Observe {
  const { counts, lag } = reads
  if (!counts || !lag) return async () => undefined
  const seconds = gauge(
    'replica_lag_seconds',
    'Age of what the replica has not replayed yet; 0: it has everything',
  )
  const bytes = gauge('replica_lag_bytes', 'Log that the replica has not replayed yet')
  const answered = gauge('long_reads', 'Long reads since the start, by the server that answered', ['server'])
  return async () => {
    for (const [server, n] of Object.entries(counts)) answered.set({ server }, n)
    for (const one of [seconds, bytes]) one.reset()
    const now = await lag()
    seconds.set(now.seconds)
    bytes.set(now.bytes)
  }
}

type GaugeMaker = (name: string, help: string, labelNames?: string[]) => Gauge

/** Counts the requests of `app`; `read` adds all gauges, and works without a database. */
export function openMetrics(
  app: FastifyInstance,
  watched: Watched,
): { contentType: string; read: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ prefix: 'vasdesk_', register: registry })
  countRequests(app, registers)
  countSignIns(app, registers)
  const gauge: GaugeMaker = (name, help, labelNames = []) =>
    new Gauge({ name: `vasdesk_${name}`, help, labelNames, registers })
  const watches = { watchProcess, watchDatabase, watchReplica, watchFeeds, watchTrail, watchJobs }
  const observers = Object.entries(watches).map(([name, watch]) => ({ name, observe: watch(gauge, watched) }))
  return {
    contentType: registry.contentType,
    async read() {
      for (const { name, observe } of observers) {
        try {
          await observe()
        } catch (error) {
          watched.services.log.warn({ error: String(error) }, `${name} failed`)
        }
      }
      return registry.metrics()
    },
  }
}
