/** The HTTP server of a process with all its routes, and the live channel on the same port; not yet listening. */
import { buildApp } from './app.ts'
import type { Config } from '#platform/server/running/config.ts'
import type { Connections } from '#platform/server/db/connections.ts'
import { noteChange } from './followers.ts'
import { keepReserve } from '#platform/server/running/disk-reserve.ts'
import { openDrain, type Drain } from '#platform/server/running/drain.ts'
import type { Services } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { openLive, type LiveChannel } from '#platform/server/live/channel.ts'
import type { Sessions } from '#kit/server/sessions.ts'
import { serveProbes } from '#platform/server/running/probes.ts'
import type { Live } from './services.ts'
import { serveWeb } from './web.ts'
import { lookupCalls } from '#subjects/registrations/server/lookup/live-events.ts'
import { scanLiveCalls } from '#subjects/scans/server/scans/live-events.ts'

type Opened = { connections: Connections; services: Services; sessions: Sessions; live: Live }

/** Calls, probes and pages. */
export async function openHttp(config: Config, opened: Opened): Promise<{ api: Api; drain: Drain }> {
  const { connections, services, sessions, live } = opened
  const { dataDir, metricsToken } = config
  const api = await buildApp(config, services, sessions)
  const drain = openDrain(api.app, services.log)
  const hasRoom = keepReserve(api.app, { dataDir, bytes: config.diskReserveBytes })
  await serveProbes(api, {
    databaseUrl: connections.directUrl,
    stall: connections.commits.stall,
    pools: { requests: services.pool, readers: connections.spare, long: services.longPool },
    pooled: connections.pooled,
    dataDir,
    metricsToken,
    sockets: () => live.channel?.sockets() ?? 0,
    stopping: drain.stopping,
    hasRoom,
  })
  await serveWeb(api.app)
  await api.app.ready()
  return { api, drain }
}

/** Live events, and the calls made over the same channel. */
export function openChannel(
  config: Config,
  { app, services, sessions, rates }: Api,
  url: string,
): LiveChannel {
  const { pool, log } = services
  return openLive(app.server, {
    sessions,
    ...(config.shared && { shared: { url, pool } }),
    log,
    rates,
    calls: { ...lookupCalls(services), ...scanLiveCalls(services) },
    limits: { proxies: config.trustProxy },
    onForeignChange: noteChange(services),
  })
}
