/** The server's boot, top to bottom: database, migrations, seed, then the services on top. */
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { openClosing, type Closing } from '#platform/server/running/closing.ts'
import type { Config } from '#platform/server/running/config.ts'
import { openConnections } from '#platform/server/db/connections.ts'
import { migrate, requireMigrated } from '#platform/server/db/migrate.ts'
import { mayMigrate } from '#platform/server/db/serving-role.ts'
import { requireAddress } from '#platform/server/running/listen.ts'
import { openLog } from '#platform/server/running/log.ts'
import { openDatabase } from './running/open-database.ts'
import type { Simulate } from './outside.ts'
import { requireWritable } from '#platform/server/running/require-writable.ts'
import { requireStartable } from './running/require-startable.ts'
import { runProcess, type Running, type Wishes } from './running/run-process.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import { version } from '#platform/server/running/version.ts'
import { seed } from './seed/seed.ts'
import type { Filled } from './serving.ts'

type Options = Wishes & {
  simulate?: Simulate
  /** Resolves once the screens are built, if they are built during the start. */
  screens?: Promise<void>
}

/** The database with its tables and the rows of a first start. */
async function openFilled(
  settings: Config,
  log: Logger,
  closing: Closing,
  options: Options,
): Promise<Filled> {
  await requireAddress(settings)
  await requireWritable(settings.dataDir)
  const databaseUrl = await openDatabase(settings, log, closing, options)
  const connections = await openConnections(settings, databaseUrl, log)
  const { pool, directUrl } = connections
  closing.add({ 'database connections': connections.end })
  const migrates = await mayMigrate(pool)
  if (!migrates) await requireMigrated(pool)
  await requireStartable(pool, settings, migrates)
  if (migrates) await migrate(directUrl, { log })
  options.signal?.throwIfAborted()
  const secrets = await openSecrets(pool, settings)
  if (!secrets)
    log.warn({}, 'SECRETS_KEY is not set: passwords of system accounts can be neither kept nor seen')
  await seed(pool, settings, secrets)
  options.signal?.throwIfAborted()
  return { databaseUrl, connections, secrets, migrates }
}

async function open(settings: Config, log: Logger, closing: Closing, options: Options): Promise<Running> {
  // Loading the handlers of all subjects takes about a second, starting the database as long: in parallel.
  const [filled, { serve }] = await Promise.all([
    openFilled(settings, log, closing, options),
    import('./serving.ts'),
  ])
  await options.screens
  options.signal?.throwIfAborted()
  return serve(filled, settings, log, closing, options)
}

/** Starts one server process; returns its address and how to stop it. A failed start leaves nothing open. */
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

/** Runs a server until asked to stop; resolves once it is up. */
export const run = (options: Pick<Options, 'simulate' | 'screens'> = {}): Promise<void> =>
  runProcess((config, wishes) => startServer(config, { ...wishes, ...options }))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
