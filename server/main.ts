/** The server's boot, top to bottom: database, migrations, seed, sessions, jobs, live channel, HTTP. */
import { join } from 'node:path'
import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { openClosing, type Closing } from './running/closing.ts'
import type { Config } from './running/config.ts'
import { awaitDatabase } from './db/await-database.ts'
import { openConnections } from './db/connections.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { readMark } from './db/operator-marks.ts'
import type { Pool } from './db/pool.ts'
import { keepReserve } from './running/disk-reserve.ts'
import { openDrain } from './running/drain.ts'
import { openBankFeed } from './gateways/bank/http-bank.ts'
import { openCarrier } from './gateways/carrier/http-carrier.ts'
import { openProvider } from './gateways/provider/http-provider.ts'
import type { Log, Services } from './kit/context.ts'
import { keepReading, type Feed } from './kit/feed.ts'
import { openJobs } from './kit/jobs.ts'
import { openLive, type LiveChannel } from './kit/live.ts'
import { runPeriodically } from './kit/periodic.ts'
import { openSessions } from './kit/sessions.ts'
import { openTotalMemory } from './kit/total-memory.ts'
import { listenAt, requireAddress } from './running/listen.ts'
import { openLog } from './running/log.ts'
import { jobTable, foldBalances } from './jobs.ts'
import { withOutside, type Simulate } from './outside.ts'
import { serveProbes } from './running/probes.ts'
import { requireStartable } from './running/require-startable.ts'
import { withFollowers } from './followers.ts'
import { openSecrets } from './running/secrets.ts'
import { findDemoHashes } from './seed/demo-passwords.ts'
import { seed } from './seed/seed.ts'
import { demoSignIns } from './seed/sign-ins.ts'
import { refusedStart, settingsOrEnd } from './running/settings-or-end.ts'
import { serveWeb } from './web.ts'
import { openToAll } from './workflows/dashboard/demo-accounts.ts'
import { watchClocks } from './workflows/mfy/expire.ts'
import { transferFeed } from './workflows/bank/transfer-feed.ts'
import { keepInvitations } from './workflows/invite/upkeep.ts'
import { lookupCalls } from './workflows/lookup/live-events.ts'
import { keepBalances } from './workflows/offers/ask-balances.ts'
import { watchSims } from './workflows/sims/clock.ts'
import { keepHandingOver } from './workflows/providers/send-orders.ts'
import { scanLiveCalls } from './workflows/scans/live-events.ts'
import { keepScanning } from './workflows/scans/scan-numbers.ts'
import { keepRadar } from './workflows/radar/keep-radar.ts'
import { keepMatching } from './workflows/revenue/match-anew.ts'
import { resultFeed } from './workflows/results/result-feed.ts'

export type Running = {
  url: string
  databaseUrl: string
  /** Whether the demo made the database, so that its accounts are there. */
  demo: boolean
  close: () => Promise<void>
}

type Options = {
  simulate?: Simulate
  /** Gives up a start that is still under way. */
  signal?: AbortSignal
  /** The database has ended and does not come up again: the process must end. */
  onLost?: (error: unknown) => void
}

/** Address of the database that is configured, once it answers, or of the embedded one, which is kept running. */
async function openDatabase(config: Config, log: Log, closing: Closing, { signal, onLost }: Options) {
  if (config.databaseUrl) {
    await awaitDatabase(config.databaseUrl, { seconds: config.databaseWaitSeconds, signal, log })
    return config.databaseUrl
  }
  const embedded = await startEmbedded(join(config.dataDir, 'pg'))
  // PostgreSQL has 60 s to write down what it holds.
  closing.add({ PostgreSQL: embedded.stop }, 65)
  const revive = async (): Promise<void> => {
    try {
      if (await embedded.revive()) log.error({}, 'the embedded PostgreSQL had ended and was started again')
    } catch (error) {
      onLost?.(error)
    }
  }
  closing.add({
    'watch over PostgreSQL': runPeriodically(
      { name: 'watching PostgreSQL', everyMs: 1_000, run: revive },
      log,
    ),
  })
  return embedded.url
}

/** The feeds that are configured. */
function feedsOf({ bank: { feed: bank } }: Config, { carrier }: Services): Feed[] {
  return [
    ...(carrier ? [resultFeed(carrier)] : []),
    ...(bank ? [transferFeed(openBankFeed(bank), bank.everySeconds)] : []),
  ]
}

/** What works in the background from now on; answers how to stop it. */
async function keepWorking(
  services: Services,
  config: Config,
  scanPool: Pool,
): Promise<(() => Promise<void>)[]> {
  const { log } = services
  const upkeep = [
    foldBalances,
    keepInvitations,
    keepBalances,
    watchClocks,
    watchSims,
    keepMatching,
    keepRadar,
  ]
  // With a breaker of its own that never opens: scans have pauses of their own, and must not cost people theirs.
  const scanned = config.carrier && {
    carrier: openCarrier(config.carrier, log, { allows: () => true, succeeded: () => {}, failed: () => {} }),
    timeoutMs: config.carrier.timeoutMs,
  }
  const partners = new Map(config.partners.map((partner) => [partner.name, openProvider(partner)]))
  return [
    ...upkeep.map((keep) => keep(services)),
    keepScanning({ ...services, pool: scanPool }, scanned),
    ...feedsOf(config, services).map((feed) => keepReading(services, feed)),
    await keepHandingOver(services, partners),
  ]
}

/** Where it is for real, says whose password everybody can read, and answers the hashes that betray them. */
async function sayDemoPasswords({ production }: Config, pool: Pool, log: Log): Promise<string[]> {
  const hashes = production ? await findDemoHashes(pool) : []
  const open = await openToAll(pool, hashes)
  if (open.length > 0)
    log.warn({ accounts: open }, 'the password of the demo opens these accounts: npm run admin -- lock-demo')
  return hashes
}

async function open(settings: Config, log: Logger, closing: Closing, options: Options): Promise<Running> {
  const { signal } = options
  const address = { port: settings.port, host: settings.host }
  await requireAddress(address)
  const databaseUrl = await openDatabase(settings, log, closing, options)
  const opened = await openConnections(settings, databaseUrl, log)
  const { pool, longPool, scanPool, directUrl, pooled, end } = opened
  closing.add({ 'database connections': end })
  await requireStartable(pool, settings)
  await migrate(directUrl, join(import.meta.dirname, 'db'), { log })
  signal?.throwIfAborted()
  const secrets = await openSecrets(pool, settings)
  if (!secrets)
    log.warn({}, 'SECRETS_KEY is not set: passwords of system accounts can be neither kept nor seen')
  await seed(pool, settings, secrets)
  signal?.throwIfAborted()
  const config = await withOutside(settings, pool, databaseUrl, options.simulate)
  const demoHashes = await sayDemoPasswords(config, pool, log)
  const sessions = await openSessions(pool, { url: directUrl, idleSeconds: config.idleSeconds, log })
  closing.add({ sessions: sessions.close })
  const jobs = await openJobs(directUrl, log)
  closing.add({ jobs: jobs.close }, 12)
  // The live channel needs the HTTP server, which needs the services: it is put in once it is open.
  const live: { channel?: LiveChannel } = {}
  const totals = openTotalMemory(pool, log)
  const services: Services = {
    pool,
    longPool,
    exportIdleMs: config.exportIdleSeconds * 1000,
    log,
    dataDir: config.dataDir,
    production: config.production,
    demoHashes,
    jobs,
    totals,
    publish: withFollowers((resource) => {
      totals.changed(resource)
      live.channel?.publish(resource)
    }),
    notify: (userId, event, payload) => live.channel?.notify(userId, event, payload),
    announce: (to, content) => live.channel?.announce(to, content),
    ...(config.carrier && { carrier: openCarrier(config.carrier, log) }),
    lookup: config.lookup,
    ...(secrets && { secrets }),
  }
  const api = await buildApp(config, services, sessions)
  const drain = openDrain(api.app, log)
  const hasRoom = keepReserve(api.app, { dataDir: config.dataDir, bytes: config.diskReserveBytes })
  await serveProbes(api, {
    databaseUrl: directUrl,
    pooled,
    dataDir: config.dataDir,
    metricsToken: config.metricsToken,
    sockets: () => live.channel?.sockets() ?? 0,
    stopping: drain.stopping,
    hasRoom,
  })
  await serveWeb(api.app)
  await api.app.ready()
  const channel = openLive(api.app.server, {
    sessions,
    ...(config.shared && { shared: { url: directUrl, pool } }),
    log,
    rates: api.rates,
    calls: { ...lookupCalls(services), ...scanLiveCalls(services) },
    limits: { proxies: config.trustProxy },
    onForeignChange: totals.changed,
  })
  live.channel = channel
  await jobs.work(jobTable(services))
  await jobs.enqueue('result-lines', {})
  const stopWorking = await keepWorking(services, config, scanPool)
  // Each ends after what it is at; the requests have their own time.
  closing.add(
    {
      requests: () => drain.end(config.stopSeconds),
      'live channel': channel.close,
      ...Object.fromEntries(stopWorking.map((stop, at) => [`work ${at}`, stop])),
    },
    config.stopSeconds + 3,
  )
  closing.add({ balancer: () => drain.announce(config.stopGraceSeconds) }, config.stopGraceSeconds + 1)
  signal?.throwIfAborted()
  // Something else may have begun to listen there meanwhile.
  const url = await listenAt(address, (at) => api.app.listen(at))
  const demo = (await readMark(pool, 'demo')) !== null
  return { url, databaseUrl, demo, close: closing.close }
}

/** Starts one server process and answers its address and how to stop it. A start that fails leaves nothing open. */
export async function startServer(config: Config, options: Options = {}): Promise<Running> {
  const log = openLog(config.logLevel)
  const closing = openClosing(log)
  try {
    return await open(config, log, closing, options)
  } catch (error) {
    await closing.close()
    throw error
  }
}

/** Signals closer to each other than this are one: a terminal sends it to npm and to the server, and npm passes it on. */
const sameSignal = 1_000

/** Calls `stop` for the first SIGINT or SIGTERM; a second one ends the process at once. */
function onSignals(stop: () => void): void {
  let firstAt = 0
  const hear = (): void => {
    if (firstAt > 0 && Date.now() - firstAt > sameSignal) process.exit(1)
    if (firstAt > 0) return
    firstAt = Date.now()
    stop()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
}

/** Runs until asked to stop (SIGINT, SIGTERM); a second signal ends at once. Answers once it is up. */
export async function run(simulate?: Simulate): Promise<void> {
  const config = settingsOrEnd()
  const stopping = new AbortController()
  const end = (error: unknown): never => {
    process.stderr.write(refusedStart(error))
    return process.exit(1)
  }
  let server: Running | undefined
  onSignals(() => {
    stopping.abort()
    void server?.close().then(() => process.exit(0))
  })
  const onLost = (error: unknown): void => {
    process.stderr.write(
      `VASDesk ends: its PostgreSQL has ended and does not come up again: ${String(error)}\n`,
    )
    process.exit(1)
  }
  try {
    server = await startServer(config, { ...(simulate && { simulate }), signal: stopping.signal, onLost })
  } catch (error) {
    return stopping.signal.aborted ? process.exit(0) : end(error)
  }
  if (stopping.signal.aborted) {
    await server.close()
    process.exit(0)
  }
  process.stdout.write(`VASDesk: ${server.url}\n`)
  if (config.demo && server.demo) process.stdout.write(demoSignIns(server.url))
  // Where a compile cache is on, the next start need not compile again, not even after a kill.
  flushCompileCache()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
