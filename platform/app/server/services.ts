/** The services of a process, for handlers, jobs and background work. */
import type { Config } from '#platform/server/running/config.ts'
import type { Connections } from '#platform/server/db/connections.ts'
import { noteChange, withFollowers } from './followers.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import type { Log, Services } from '#kit/server/context.ts'
import type { LiveChannel } from '#platform/server/live/channel.ts'
import { openFloorChanges } from '#platform/server/floor-changes.ts'
import { openTotalMemory } from '#kit/server/total-memory.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'

/** The live channel, set once it is open: it needs the HTTP server, which needs the services. */
export type Live = { channel?: LiveChannel }

type Opened = Pick<Required<Services>, 'jobs' | 'demoHashes'> & {
  log: Log
  connections: Connections
  secrets: Secrets | undefined
  live: Live
}

export function makeServices(config: Config, opened: Opened): Services {
  const { log, jobs, demoHashes, secrets, live } = opened
  const { pool, longPool, readers, reads } = opened.connections
  const memory = { totals: openTotalMemory(pool, log), floorChanges: openFloorChanges() }
  const note = noteChange(memory)
  return {
    pool,
    longPool,
    readers,
    reads,
    exportIdleMs: config.exportIdleSeconds * 1000,
    log,
    dataDir: config.dataDir,
    production: config.production,
    demoHashes,
    jobs,
    ...memory,
    publish: withFollowers((resource, onFloor) => {
      note(resource, onFloor)
      live.channel?.publish(resource, onFloor)
    }),
    notify: (userId, event, payload) => live.channel?.notify(userId, event, payload),
    announce: (to, content) => live.channel?.announce(to, content),
    ...(config.carrier && { carrier: openCarrier(config.carrier, log) }),
    lookup: config.lookup,
    ...(secrets && { secrets }),
  }
}
