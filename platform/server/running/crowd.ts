/** Refuses requests at the door while so many are under way that whoever came last would wait too long for an answer. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** What is refused; probes and files of the screens never are. */
const crowded = /^\/(api|sim)(\/|\?|$)/

/**
 * Refuses with 503 and a time to come again while `most` requests are under way. One counts once its session is known
 * and its body has arrived: who sends slowly holds no place.
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
