/** Serves the built web app: hashed files cached permanently and precompressed, index.html for screen routes, and with 404 for others. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../contract/kit/error.ts'
import { messages } from '../contract/messages.ts'
import { isPage } from '../contract/screens.ts'

/** Registers the web app if it was built; the API works without it. */
export async function serveWeb(
  app: FastifyInstance,
  dist = join(import.meta.dirname, '..', 'dist'),
): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    dotfiles: 'ignore',
    // The page is served under its screens' routes, not under its own name.
    allowedPath: (path) => path !== '/index.html',
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes(`${join(dist, 'assets')}`)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const asked = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/assets/')
    // Unknown pages have status 404 too.
    if (asked)
      return reply
        .status(isPage(path) ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('index.html')
    return reply.status(404).send(new AppError('NOT_FOUND', messages.notFound).body())
  })
}
