/** Separate host name for the shop, so that browsers isolate its pages from the workspace (ASVS V3.5.4). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** Decided by route, not by path: a URL can be spelled in several ways, and unknown routes belong to the workspace. */
const isPage = (route: string): boolean => /^\/sim(\/|$)/.test(route)
/** Routes used by the shop's pages, by search engines, and by load balancers. */
const isBesides = (route: string): boolean =>
  /^\/(sitemap|robots\.txt$|healthz$|readyz$|api\/v1\/simso\/(homepageFindOne\/|homepageList$|sendOrder$))/.test(
    route,
  )
/** Build files share one route. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path === '/favicon.svg'

/**
 * With `shopHost` that host serves only the shop, and other hosts redirect shop visitors to it. Compared with host and port of the request.
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
