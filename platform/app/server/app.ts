/** The HTTP server of one process: headers, errors, policy, every route. */
import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import { reports } from '#platform/contract/reports/index.ts'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { resources } from '#platform/contract/lists/index.ts'
import { openBusyLog } from '#platform/server/running/busy-log.ts'
import { declared } from './calls.ts'
import type { Config } from '#platform/server/running/config.ts'
import { compressLarge } from '#platform/server/running/compress.ts'
import { openPlaces } from '#platform/server/running/places.ts'
import { refuseCrowd } from '#platform/server/running/crowd.ts'
import { readJsonBodies } from '#platform/server/running/json-bodies.ts'
import type { Services } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { serveDescription } from '#platform/server/openapi/serve-description.ts'
import { processLimits } from '#platform/server/running/limits.ts'
import { limitsOf, strangers as strangerLimits } from '#platform/server/running/request-limits.ts'
import { openRates } from '#kit/server/rate.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { serveReport } from '#kit/server/report.ts'
import { serveResource } from '#kit/server/routes.ts'
import type { Sessions } from '#kit/server/sessions.ts'
import { reportSources } from './reports.ts'
import { setSecureHeaders } from '#platform/server/running/secure-headers.ts'
import { cutSlowBodies } from '#platform/server/running/slow-bodies.ts'
import { boundStrangers } from '#platform/server/running/strangers.ts'
import { refuseUnread } from '#platform/server/running/unread-requests.ts'
import { serveWorkflows } from './workflows.ts'
import { separateShop } from '#subjects/sims/server/shop/own-host.ts'
import { overridesOf } from './overrides.ts'

/** Fastify with the limits of a connection, before any route. */
function openFastify(config: Config, services: Services): FastifyInstance {
  // Node's default is to check for overdue requests only every 30 s.
  const connections = {
    maxHeaderSize: processLimits.headBytes,
    headersTimeout: processLimits.headersMs,
    connectionsCheckingInterval: 3_000,
  }
  return fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(0, 8),
    // For routes without a session; `register` allows more for others.
    bodyLimit: processLimits.publicBodyBytes,
    trustProxy: config.trustProxy === 0 ? false : (_address, hop) => hop < config.trustProxy,
    requestTimeout: processLimits.requestMs,
    ...(config.tls ? { https: { ...connections, ...config.tls } } : { http: connections }),
    clientErrorHandler: refuseUnread,
    keepAliveTimeout: 65_000,
    // Requests accepted before a stop are still answered (platform/server/running/drain.ts).
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // HEAD has session and right of its GET; routes that hand out, change or stream do not run for it (kit/server/handle.ts).
    exposeHeadRoutes: true,
    // A malformed URL matches no route, so neither route nor hook sees it.
    frameworkErrors: (_error, { raw }, reply: FastifyReply) => {
      setSecureHeaders(raw, reply.raw)
      const refusal = new AppError('VALIDATION', messages.invalidValue)
      void reply.status(refusal.status).send(refusal.body())
    },
  })
}

/** Answers an error as a refusal with its status, and logs server faults. */
function answerErrors(app: FastifyInstance, services: Services): void {
  const busy = openBusyLog(services.log)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error)
    const { url: route } = request.routeOptions
    const { inner } = refusal
    if (refusal.code === 'BUSY') busy({ route, inner })
    else if (refusal.status >= 500) request.log.error({ err: error, inner, route }, 'request failed')
    // Only the failing paths, never the sent values (ASVS 16.3.3).
    else if (refusal.code === 'VALIDATION')
      request.log.info({ route, fields: Object.keys(refusal.fields ?? {}).slice(0, 20) }, 'input refused')
    if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply.status(refusal.status).send(refusal.body())
  })
}

/** Builds the server of one process, not yet listening. */
export async function buildApp(config: Config, services: Services, sessions: Sessions): Promise<Api> {
  const app = openFastify(config, services)
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
  answerErrors(app, services)
  // Without the web app the API answers 404 for unknown paths; with it the web app's page is served.
  const rates = openRates(services.pool, limitsOf(config.rate))
  const api: Api = {
    app,
    services,
    sessions,
    rates,
    strangers,
    // Half as many as connections: what two processors work at is done sooner by few at once.
    places: openPlaces(Math.ceil(config.poolSize / 2)),
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
