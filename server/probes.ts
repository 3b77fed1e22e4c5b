/** /healthz, /readyz and /metrics, for whoever runs the machine. */
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import type { Api } from './kit/handle.ts'
import type { Services } from './kit/context.ts'
import { feedFigures } from './workflows/feeds/states.ts'

const duration = new Histogram({
  name: 'vasdesk_request_seconds',
  help: 'Time of a request by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

const setAside = new Gauge({
  name: 'vasdesk_feed_set_aside',
  help: 'Rows of a feed that could not be taken and wait for a decision',
  labelNames: ['feed'],
})
const failures = new Gauge({
  name: 'vasdesk_feed_failures',
  help: 'Tries in a row in which a feed could not be read',
  labelNames: ['feed'],
})
const readAt = new Gauge({
  name: 'vasdesk_feed_read_timestamp_seconds',
  help: 'When a feed last answered as agreed',
  labelNames: ['feed'],
})

/** Reads the figures of the feeds; without a database the others are told all the same. */
async function observeFeeds({ pool, log }: Services): Promise<void> {
  for (const gauge of [setAside, failures, readAt]) gauge.reset()
  try {
    for (const feed of await feedFigures(pool)) {
      const of = { feed: feed.name }
      setAside.set(of, feed.set_aside)
      failures.set(of, feed.failures)
      if (feed.read_at) readAt.set(of, new Date(feed.read_at).getTime() / 1000)
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'feeds not observed')
  }
}

let collecting = false

/** Registers the probes. They answer without a session and say nothing of the data. */
export function serveProbes(api: Api): void {
  const { app, services } = api
  if (!collecting) collectDefaultMetrics({ prefix: 'vasdesk_' })
  collecting = true
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })
  for (const path of ['/healthz', '/readyz', '/metrics'])
    api.policy.push({ method: 'GET', path, may: 'public' })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await services.pool.query('SELECT 1')
      return { status: 'ready' }
    } catch (error) {
      services.log.warn({ error: String(error) }, 'not ready')
      return reply.status(503).send({ status: 'database unreachable' })
    }
  })
  app.get('/metrics', async (_request, reply) => {
    await observeFeeds(services)
    reply.type(register.contentType)
    return register.metrics()
  })
}
