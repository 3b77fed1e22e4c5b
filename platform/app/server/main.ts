/** The server's boot, top to bottom: database, migrations, seed, sessions, jobs, HTTP, live channel, background work. */
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { keepWorking } from './background.ts'
import { openClosing, type Closing } from '#platform/server/running/closing.ts'
import type { Config } from '#platform/server/running/config.ts'
import { openConnections } from '#platform/server/db/connections.ts'
import { migrate, requireMigrated } from '#platform/server/db/migrate.ts'
import { readMark } from '#platform/server/db/operator-marks.ts'
import { mayMigrate } from '#platform/server/db/serving-role.ts'
import { openChannel, openHttp } from './http.ts'
import { jobTable } from './jobs.ts'
import { openJobs } from '#platform/server/running/jobs.ts'
import { openSessions } from '#kit/server/sessions.ts'
import { listenAt, requireAddress } from '#platform/server/running/listen.ts'
import { openLog } from '#platform/server/running/log.ts'
import { openDatabase } from './running/open-database.ts'
import { withOutside, type Simulate } from './outside.ts'
import { requireWritable } from '#platform/server/running/require-writable.ts'
import { requireStartable } from './running/require-startable.ts'
import { runProcess, type Running, type Wishes } from './running/run-process.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import { version } from '#platform/server/running/version.ts'
import { warnOfDemoPasswords } from './seed/demo-passwords.ts'
import { seed } from './seed/seed.ts'
import { makeServices, type Live } from './services.ts'

type Options = Wishes & { simulate?: Simulate }

async function open(settings: Config, log: Logger, closing: Closing, options: Options): Promise<Running> {
  const { signal } = options
  const address = { port: settings.port, host: settings.host }
  await requireAddress(address)
  await requireWritable(settings.dataDir)
  const databaseUrl = await openDatabase(settings, log, closing, options)
  const connections = await openConnections(settings, databaseUrl, log)
  const { pool, readers, commits, directUrl, scanPool } = connections
  closing.add({ 'database connections': connections.end })
  const migrates = await mayMigrate(pool)
  if (!migrates) await requireMigrated(pool)
  await requireStartable(pool, settings, migrates)
  if (migrates) await migrate(directUrl, { log })
  signal?.throwIfAborted()
  const secrets = await openSecrets(pool, settings)
  if (!secrets)
    log.warn({}, 'SECRETS_KEY is not set: passwords of system accounts can be neither kept nor seen')
  await seed(pool, settings, secrets)
  signal?.throwIfAborted()
  const config = await withOutside(settings, pool, databaseUrl, options.simulate)
  const demoHashes = await warnOfDemoPasswords(config, pool, log)
  const sessions = await openSessions(pool, { url: directUrl, readers, idleSeconds: config.idleSeconds, log })
  closing.add({ sessions: sessions.close })
  const jobs = await openJobs(directUrl, log, { migrates, commits })
  closing.add({ jobs: jobs.close }, 12)
  const live: Live = {}
  const services = makeServices(config, { log, connections, secrets, demoHashes, jobs, live })
  const { api, drain } = await openHttp(config, { connections, services, sessions, live })
  const channel = openChannel(config, api, directUrl)
  live.channel = channel
  await jobs.work(jobTable(services))
  await jobs.enqueue('result-lines', {})
  const work = await keepWorking(services, config, scanPool)
  // Each ends after what it is at; the requests have their own time.
  const requests = (): Promise<void> => drain.end(config.stopSeconds)
  closing.add({ requests, 'live channel': channel.close, ...work }, config.stopSeconds + 3)
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
  log.info({ version }, 'starting')
  const closing = openClosing(log)
  try {
    return await open(config, log, closing, options)
  } catch (error) {
    await closing.close()
    throw error
  }
}

/** Runs one until asked to stop; answers once it is up. */
export const run = (simulate?: Simulate): Promise<void> =>
  runProcess((config, wishes) => startServer(config, { ...wishes, ...(simulate && { simulate }) }))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
