/** /healthz, /readyz and /metrics, for whoever runs the machine. */
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import type { House } from './kit/handle.ts'

const duration = new Histogram({
  name: 'vasdesk_request_seconds',
  help: 'Time of a request by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

let collecting = false

/** Registers the probes. They answer without a session and say nothing of the data. */
export function serveProbes(house: House): void {
  const { app, services } = house
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
    house.policy.push({ method: 'GET', path, may: 'public' })
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
    reply.type(register.contentType)
    return register.metrics()
  })
}
