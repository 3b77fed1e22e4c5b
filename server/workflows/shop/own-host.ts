/** A host name of its own for the shop, so that a browser keeps its pages apart from the workspace (ASVS V3.5.4). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'

/** Of a route or a path. */
const isPage = (path: string): boolean => /^\/sim(\/|$)/.test(path)

/** What the pages of the shop load and send, and what asks whether the process is well. */
const isOfShop = (path: string): boolean =>
  isPage(path) ||
  /^\/(assets|sitemap)\//.test(path) ||
  /^\/api\/v1\/simso\/(homepageFindOne\/|homepageList$|sendOrder$)/.test(path) ||
  ['/sitemap.xml', '/robots.txt', '/favicon.svg', '/healthz', '/readyz'].includes(path)

/**
 * With `shopHost` that name answers the shop alone, and every other name sends visitors of the shop there. Compared
 * with the host and port that the browser asked for.
 */
export function separateShop(app: FastifyInstance, shopHost: string | undefined): void {
  if (shopHost === undefined) return
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    // By the route: an address may be written in several ways.
    const isShopRoute = isPage(request.routeOptions.url ?? '')
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (request.host.toLowerCase() !== shopHost)
      return isShopRoute ? reply.redirect(`${request.protocol}://${shopHost}${request.url}`, 308) : undefined
    if (isOfShop(path)) return undefined
    if (path === '/' && reads) return reply.redirect('/sim', 302)
    throw new AppError('NOT_FOUND', messages.notFound)
  })
}
