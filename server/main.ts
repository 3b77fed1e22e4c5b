/** The server's boot, top to bottom: database, migrations, seed, sessions, jobs, live channel, HTTP. */
import { join } from 'node:path'
import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { openConnections } from './db/connections.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openBankFeed } from './gateways/bank/http-bank.ts'
import { openCarrier } from './gateways/carrier/http-carrier.ts'
import { openProvider } from './gateways/provider/http-provider.ts'
import type { Services } from './kit/context.ts'
import { keepReading, type Feed } from './kit/feed.ts'
import { openJobs } from './kit/jobs.ts'
import { openLive, type LiveChannel } from './kit/live.ts'
import { openSessions } from './kit/sessions.ts'
import { openTotalMemory } from './kit/total-memory.ts'
import { openLog } from './log.ts'
import { jobTable, foldBalances } from './jobs.ts'
import { serveProbes } from './probes.ts'
import { withFollowers } from './followers.ts'
import { openSecrets } from './secrets.ts'
import { seed } from './seed/seed.ts'
import { demoSignIns } from './seed/sign-ins.ts'
import { serveWeb } from './web.ts'
import { watchClocks } from './workflows/mfy/expire.ts'
import { transferFeed } from './workflows/bank/transfer-feed.ts'
import { keepInvitations } from './workflows/invite/upkeep.ts'
import { lookupCalls } from './workflows/lookup/live-events.ts'
import { keepBalances } from './workflows/offers/ask-balances.ts'
import { watchSims } from './workflows/sims/clock.ts'
import { keepHandingOver } from './workflows/providers/send-orders.ts'
import { scanLiveCalls } from './workflows/scans/live-events.ts'
import { keepScanning } from './workflows/scans/scan-numbers.ts'
import { keepMatching } from './workflows/revenue/match-anew.ts'
import { resultFeed } from './workflows/results/result-feed.ts'

export type Running = { url: string; databaseUrl: string; close: () => Promise<void> }

/** The feeds that are configured. */
function feedsOf({ bank: { feed: bank } }: Config, { carrier }: Services): Feed[] {
  return [
    ...(carrier ? [resultFeed(carrier)] : []),
    ...(bank ? [transferFeed(openBankFeed(bank), bank.everySeconds)] : []),
  ]
}

/** Starts one server process and answers its address and how to stop it. */
export async function startServer(config: Config): Promise<Running> {
  const log = openLog(config.logLevel)
  const embedded = config.databaseUrl ? null : await startEmbedded(join(config.dataDir, 'pg'))
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const { pool, longPool, livePool, directUrl, end } = await openConnections(config, databaseUrl, log)
  await migrate(directUrl, join(import.meta.dirname, 'db'))
  const secrets = await openSecrets(pool, config)
  await seed(pool, config, secrets)
  const sessions = await openSessions(pool, { url: directUrl, idleSeconds: config.idleSeconds, log })
  const jobs = await openJobs(directUrl, log)
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
  serveProbes(api)
  await serveWeb(api.app)
  await api.app.ready()
  live.channel = openLive(api.app.server, {
    sessions,
    pool: livePool,
    shared: config.shared,
    log,
    rates: api.rates,
    calls: { ...lookupCalls(services), ...scanLiveCalls(services) },
    onForeignChange: totals.changed,
  })
  await jobs.work(jobTable(services))
  await jobs.enqueue('result-lines', {})
  const stopUpkeep = [foldBalances, keepInvitations, keepBalances, watchClocks, watchSims, keepMatching].map(
    (keep) => keep(services),
  )
  // With a breaker of its own that never opens: scans have pauses of their own, and must not cost people theirs.
  const scanned = config.carrier && {
    carrier: openCarrier(config.carrier, log, { allows: () => true, succeeded: () => {}, failed: () => {} }),
    timeoutMs: config.carrier.timeoutMs,
  }
  stopUpkeep.push(keepScanning(services, scanned))
  const stopReading = feedsOf(config, services).map((feed) => keepReading(services, feed))
  const partners = new Map(config.partners.map((partner) => [partner.name, openProvider(partner)]))
  const stopHandingOver = await keepHandingOver(services, partners)
  const address = await api.app.listen({ port: config.port, host: config.host })
  return {
    url: address,
    databaseUrl,
    async close() {
      await Promise.all([...stopUpkeep, stopHandingOver, ...stopReading].map((stop) => stop()))
      await live.channel?.close()
      await api.app.close()
      await jobs.close()
      await sessions.close()
      await end()
      await embedded?.stop()
    },
  }
}

/** Runs until asked to stop (SIGINT, SIGTERM); a second signal ends at once. Answers once it is up. */
export async function run(): Promise<Running> {
  const config = readConfig()
  const server = await startServer(config)
  process.stdout.write(`VASDesk: ${server.url}\n`)
  if (config.demo) process.stdout.write(demoSignIns(server.url))
  // Where a compile cache is on, the next start need not compile again, not even after a kill.
  flushCompileCache()
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return server
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
