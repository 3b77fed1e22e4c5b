/** Lets requests under way end when the process stops, and cuts those that take longer than it waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import { farewell, giveUp } from './give-up.ts'
import type { Log } from '../kit/context.ts'

const cut = (): AppError => new AppError('BUSY', messages.cutByStop, { retryAfter: 5 })

/**
 * Counts the requests of `app` from now on. What it answers takes no further ones, waits `seconds` for those under way,
 * then answers them with BUSY and cuts their connections.
 */
export function openDrain(app: FastifyInstance, seconds: number, log: Log): () => Promise<void> {
  const underWay = new Set<FastifyReply>()
  app.addHook('onRequest', (_request, reply, done) => {
    underWay.add(reply)
    reply.raw.once('close', () => underWay.delete(reply))
    done()
  })
  return async () => {
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
  }
}
