/** Lets running requests end at shutdown, and aborts those that exceed the time limit. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { farewell, giveUp } from './give-up.ts'
import type { Log } from '#kit/server/context.ts'

const cut = (): AppError => new AppError('BUSY', refusals.cutByStop, { retryAfter: 5 })

export type Drain = {
  /** Whether the process is about to stop, as reported by /readyz. */
  stopping: () => boolean
  /** Continues for `seconds` with /readyz reporting stopping, so that load balancers can redirect requests. */
  announce: (seconds: number) => Promise<void>
  /** Accepts no new connections and closes open ones after their next response; after `seconds` answers running requests with BUSY and aborts them. */
  end: (seconds: number) => Promise<void>
}

/**
 * Counts the requests of `app`. While it closes, requests on accepted connections must not be refused
 * (return503OnClosing): no proxy would retry them elsewhere.
 */
export function openDrain(app: FastifyInstance, log: Log): Drain {
  const underWay = new Set<FastifyReply>()
  let stopping = false
  let closing = false
  app.addHook('onRequest', (_request, reply, done) => {
    underWay.add(reply)
    reply.raw.once('close', () => {
      underWay.delete(reply)
      // Idle keep-alive connections would block the shutdown.
      if (closing) app.server.closeIdleConnections()
    })
    done()
  })
  return {
    stopping: () => stopping,
    async announce(seconds) {
      stopping = true
      // A refused start has no load balancer to notify.
      if (app.server.listening) await sleep(seconds * 1000)
    },
    async end(seconds) {
      stopping = true
      closing = true
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
