/** The actual routes, taken from the router itself and not from the list that should contain them. */
import type { FastifyInstance } from 'fastify'

export type LiveRoute = { method: string; path: string }

/** Every method and path of the router, parsed from its printed tree; parameters become a plain ':'. */
export function liveRoutes(app: FastifyInstance): LiveRoute[] {
  const routes: LiveRoute[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!found) continue
    const [, indent = '', part = '', methods = ''] = found
    const depth = indent.length / 4
    above[depth] = part
    // Routes with different names for the same parameter share a branch: ':id|:brandId'.
    const path = above
      .slice(0, depth + 1)
      .join('')
      .replace(/:\w+(\|:\w+)*/g, ':')
    for (const method of methods.split(', ').filter(Boolean)) routes.push({ method, path })
  }
  return routes
}
