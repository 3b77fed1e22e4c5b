/** The HTTP server of one process: headers, errors, policy, every route. */
import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import { reports } from '../contract/reports/index.ts'
import { AppError } from '../contract/kit/error.ts'
import { messages } from '../contract/messages.ts'
import { resources } from '../contract/resources/index.ts'
import { openBusyLog } from './running/busy-log.ts'
import { declared } from './calls.ts'
import type { Config } from './running/config.ts'
import { compressLarge } from './running/compress.ts'
import { refuseCrowd } from './running/crowd.ts'
import { readJsonBodies } from './running/json-bodies.ts'
import type { Services } from './kit/context.ts'
import type { Api } from './kit/handle.ts'
import { serveDescription } from './openapi/serve-description.ts'
import { processLimits } from './running/limits.ts'
import { limitsOf, strangers as strangerLimits } from './running/request-limits.ts'
import { openRates } from './kit/rate.ts'
import { toAppError } from './kit/refusals.ts'
import { serveReport } from './kit/report.ts'
import { serveResource } from './kit/routes.ts'
import type { Sessions } from './kit/sessions.ts'
import { reportSources } from './reports/index.ts'
import { setSecureHeaders } from './running/secure-headers.ts'
import { cutSlowBodies } from './running/slow-bodies.ts'
import { boundStrangers } from './running/strangers.ts'
import { refuseUnread } from './running/unread-requests.ts'
import { serveWorkflows } from './workflows/index.ts'
import { separateShop } from './workflows/shop/own-host.ts'
import { overridesOf } from './workflows/overrides.ts'

/** Builds the server of one process; nothing listens yet. */
export async function buildApp(config: Config, services: Services, sessions: Sessions): Promise<Api> {
  // Node checks for overdue requests only every 30 s by default.
  const connections = {
    maxHeaderSize: processLimits.headBytes,
    headersTimeout: processLimits.headersMs,
    connectionsCheckingInterval: 3_000,
  }
  const app: FastifyInstance = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(0, 8),
    // Of routes without a session; `register` gives those with one more.
    bodyLimit: processLimits.publicBodyBytes,
    trustProxy: config.trustProxy === 0 ? false : (_address, hop) => hop < config.trustProxy,
    requestTimeout: processLimits.requestMs,
    ...(config.tls ? { https: { ...connections, ...config.tls } } : { http: connections }),
    clientErrorHandler: refuseUnread,

    keepAliveTimeout: 65_000,
    // Requests accepted before a stop are still answered (running/drain.ts).
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // With the session and right of its GET; what hands out, changes or streams is not run for it (kit/handle.ts).
    exposeHeadRoutes: true,
    // A malformed URL matches no route, so neither route nor hook sees it.
    frameworkErrors: (_error, { raw }, reply: FastifyReply) => {
      setSecureHeaders(raw, reply.raw)
      const refusal = new AppError('VALIDATION', messages.invalidValue)
      void reply.status(refusal.status).send(refusal.body())
    },
  })
  app.addHook('onRequest', async ({ raw }, reply) => setSecureHeaders(raw, reply.raw))
  refuseCrowd(app, processLimits.requestsUnderWay)
  cutSlowBodies(app, { everyMs: processLimits.bodyStretchMs, bytes: processLimits.bodyBytesInStretch })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  const strangers = boundStrangers(app, strangerLimits, { proxies: config.trustProxy })
  readJsonBodies(app)
  separateShop(app, config.shopHost)
  compressLarge(app)
  const busy = openBusyLog(services.log)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error)
    const { url: route } = request.routeOptions
    const { inner } = refusal
    if (refusal.code === 'BUSY') busy({ route, inner })
    else if (refusal.status >= 500) request.log.error({ err: error, inner, route }, 'request failed')
    // Never what was sent, only where it was wrong (ASVS 16.3.3).
    else if (refusal.code === 'VALIDATION')
      request.log.info({ route, fields: Object.keys(refusal.fields ?? {}).slice(0, 20) }, 'input refused')
    if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply.status(refusal.status).send(refusal.body())
  })
  // Without the web app the API answers 404 for unknown paths; with it the app's own page does.
  const rates = openRates(services.pool, limitsOf(config.rate))
  const api: Api = {
    app,
    services,
    sessions,
    rates,
    strangers,
    policy: [],
    rowWrites: new Map(),
    actions: new Map(),
  }
  for (const resource of resources) serveResource(api, resource, overridesOf(resource.path))
  for (const report of reports) {
    const source = reportSources[report.path]
    if (!source) throw new Error(`${report.path}: nobody says where its rows come from`)
    serveReport(api, report, source)
  }
  serveWorkflows(api, config)
  serveDescription(api, declared)
  return api
}
