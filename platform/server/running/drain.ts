/** Lets requests under way end when the process stops, and cuts those that take longer than it waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { farewell, giveUp } from './give-up.ts'
import type { Log } from '#kit/server/context.ts'

const cut = (): AppError => new AppError('BUSY', refusals.cutByStop, { retryAfter: 5 })

export type Drain = {
  /** Whether the process is to stop: /readyz says so. */
  stopping: () => boolean
  /** Goes on as before for `seconds`, but for /readyz: who balances by it has time to send its requests elsewhere. */
  announce: (seconds: number) => Promise<void>
  /**
   * Takes no further connections and ends those that are open with their next answer; after `seconds` answers what is
   * still under way with BUSY and cuts it.
   */
  end: (seconds: number) => Promise<void>
}

/**
 * Counts the requests of `app` from now on. Once it closes it must not refuse what comes on a connection that it took
 * (return503OnClosing): no proxy would send that elsewhere.
 */
export function openDrain(app: FastifyInstance, log: Log): Drain {
  const underWay = new Set<FastifyReply>()
  let stopping = false
  let closing = false
  app.addHook('onRequest', (_request, reply, done) => {
    underWay.add(reply)
    reply.raw.once('close', () => {
      underWay.delete(reply)
      // What is kept open after its answer would hold the stop.
      if (closing) app.server.closeIdleConnections()
    })
    done()
  })
  return {
    stopping: () => stopping,
    async announce(seconds) {
      stopping = true
      // A start that was refused has nobody to tell.
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
