/** Load shedding: refuses requests while so many are running that new ones would wait too long. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** Paths that may be refused; probes and static files never are. */
const crowded = /^\/(api|sim)(\/|\?|$)/

/**
 * Refuses with 503 and Retry-After while `most` requests are running. A request counts once its session is known and
 * its body has arrived, so that slow senders occupy no slot.
 */
export function refuseCrowd(app: FastifyInstance, most: number): void {
  let underWay = 0
  app.addHook('onRequest', async ({ url }) => {
    if (underWay >= most && crowded.test(url))
      throw new AppError('BUSY', refusals.busy, { inner: `${most} requests are under way`, retryAfter: 2 })
  })
  app.addHook('preHandler', async (_request, { raw }) => {
    underWay += 1
    raw.once('close', () => (underWay -= 1))
  })
}
