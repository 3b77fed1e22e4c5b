/** Lets requests under way end when the process stops, and cuts those that take longer than it waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import { farewell, giveUp } from './give-up.ts'
import type { Log } from '../kit/context.ts'
import { probePaths } from './probes.ts'

const cut = (): AppError => new AppError('BUSY', messages.cutByStop, { retryAfter: 5 })
const shut = (): AppError => new AppError('BUSY', messages.stopping, { retryAfter: 5 })

export type Drain = {
  /** Whether the process is to stop: /readyz says so. */
  stopping: () => boolean
  /** Goes on as before for `seconds`, but for /readyz: who balances by it has time to send its requests elsewhere. */
  announce: (seconds: number) => Promise<void>
  /** Takes no further requests, waits `seconds` for those under way, answers them with BUSY and cuts their connections. */
  end: (seconds: number) => Promise<void>
}

/** Counts the requests of `app` from now on; it must not refuse them by itself once it closes (return503OnClosing). */
export function openDrain(app: FastifyInstance, log: Log): Drain {
  const underWay = new Set<FastifyReply>()
  let state: 'open' | 'announced' | 'shut' = 'open'
  app.addHook('onRequest', (request, reply, done) => {
    // The listener is closed, but what was connected before can still ask. The probes are answered to the end.
    if (state === 'shut' && !probePaths.includes(request.routeOptions.url ?? '')) return done(shut())
    underWay.add(reply)
    reply.raw.once('close', () => {
      underWay.delete(reply)
      // What is kept open after its answer would hold the stop.
      if (state === 'shut') app.server.closeIdleConnections()
    })
    done()
  })
  return {
    stopping: () => state !== 'open',
    async announce(seconds) {
      state = 'announced'
      // A start that was refused has nobody to tell.
      if (app.server.listening) await sleep(seconds * 1000)
    },
    async end(seconds) {
      state = 'shut'
      const ended = new AbortController()
      const deadline = sleep(seconds * 1000, undefined, { signal: ended.signal }).then(
        async () => {
          log.warn({ requests: underWay.size }, 'requests were cut at the stop')
          underWay.forEach((reply) => giveUp(reply, cut()))
          await sleep(farewell)
          app.server.closeAllConnections()
        },
        () => undefined,
      )
      await app.close()
      ended.abort()
      await deadline
    },
  }
}
