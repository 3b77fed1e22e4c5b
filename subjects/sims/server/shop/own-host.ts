/** A host name of its own for the shop, so that a browser keeps its pages apart from the workspace (ASVS V3.5.4). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** Decided by route, not by path: an address may be written in several ways, and what has no route is the workspace's page. */
const isPage = (route: string): boolean => /^\/sim(\/|$)/.test(route)
/** What the pages of the shop send, what search engines read, and what a balancer asks. */
const isBesides = (route: string): boolean =>
  /^\/(sitemap|robots\.txt$|healthz$|readyz$|api\/v1\/simso\/(homepageFindOne\/|homepageList$|sendOrder$))/.test(
    route,
  )
/** Files of the build share one route. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path === '/favicon.svg'

/**
 * With `shopHost` that name answers the shop alone, and every other name sends visitors of the shop there. Compared
 * with the host and port that the browser asked for.
 */
export function separateShop(app: FastifyInstance, shopHost: string | undefined): void {
  if (shopHost === undefined) return
  app.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions
    const [path = ''] = request.url.split('?')
    if (request.host.toLowerCase() !== shopHost)
      return isPage(route)
        ? reply.redirect(`${request.protocol}://${shopHost}${request.url}`, 308)
        : undefined
    if (isPage(route) || isBesides(route) || isFile(path)) return undefined
    if (path === '/' && ['GET', 'HEAD'].includes(request.method)) return reply.redirect('/sim', 302)
    throw new AppError('NOT_FOUND', refusals.notFound)
  })
}
