/** Aborts requests with a slow body: each occupies a connection and memory for as long as its sender likes. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { giveUp } from './give-up.ts'

type Pace = {
  everyMs: number
  /** Bytes that must arrive in each interval until the body is complete. */
  bytes: number
}

/** Answers TOO_SLOW to requests of `app` whose body arrives more slowly than `pace`. */
export function cutSlowBodies(app: FastifyInstance, { everyMs, bytes }: Pace): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': coded } = raw.headers
    done()
    if (length === '0' && coded === undefined) return
    let before = raw.socket.bytesRead
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead
      if (raw.complete || raw.destroyed) clearInterval(timer)
      // Bytes that arrived but are unread here are not the sender's delay.
      else if (now - before < bytes && raw.readableLength === 0) {
        clearInterval(timer)
        request.log.warn({ route: request.routeOptions.url, ip: request.ip }, 'body too slow')
        giveUp(reply, new AppError('TOO_SLOW', refusals.tooSlow))
      }
      before = now
    }, everyMs)
    timer.unref()
    reply.raw.once('close', () => clearInterval(timer))
  })
}
