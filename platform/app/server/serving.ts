/** The services of a process on a filled database: sessions, jobs, HTTP, the live channel, background work. */
import type { Logger } from 'pino'
import { keepWorking } from './background.ts'
import type { Closing } from '#platform/server/running/closing.ts'
import type { Config } from '#platform/server/running/config.ts'
import type { Connections } from '#platform/server/db/connections.ts'
import { readMark } from '#platform/server/db/operator-marks.ts'
import { openChannel, openHttp } from './http.ts'
import { jobTable } from './jobs.ts'
import { openJobs } from '#platform/server/running/jobs.ts'
import { openSessions } from '#kit/server/sessions.ts'
import { listenAt } from '#platform/server/running/listen.ts'
import { withOutside, type Simulate } from './outside.ts'
import type { Running } from './running/run-process.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import { warnOfDemoPasswords } from './seed/demo-passwords.ts'
import { makeServices, type Live } from './services.ts'

/** A database with its tables and initial rows. */
export type Filled = {
  databaseUrl: string
  connections: Connections
  secrets: Secrets | undefined
  /** Whether this process owns the tables, in contrast to one that only serves. */
  migrates: boolean
}

type Options = { signal?: AbortSignal; simulate?: Simulate }

/** Opens all services, registered with `closing`, and listens last. */
export async function serve(
  filled: Filled,
  settings: Config,
  log: Logger,
  closing: Closing,
  options: Options,
): Promise<Running> {
  const { databaseUrl, connections, secrets, migrates } = filled
  const { pool, readers, commits, directUrl, scanPool } = connections
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
  // Each part completes its current work; requests have their own time limit.
  const requests = (): Promise<void> => drain.end(config.stopSeconds)
  closing.add({ requests, 'live channel': channel.close, ...work }, config.stopSeconds + 3)
  closing.add({ balancer: () => drain.announce(config.stopGraceSeconds) }, config.stopGraceSeconds + 1)
  options.signal?.throwIfAborted()
  // Another program may have taken the port meanwhile.
  const url = await listenAt({ port: settings.port, host: settings.host }, (target) => api.app.listen(target))
  const demo = (await readMark(pool, 'demo')) !== null
  return { url, databaseUrl, demo, close: closing.close }
}
