/** Serves the built web app: hashed files cached for ever and precompressed, index.html for every screen's address, as 404 for others. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../contract/kit/error.ts'
import { messages } from '../contract/messages.ts'
import { isPage } from '../contract/screens.ts'

/** Registers the web app when it has been built; the API works without it. */
export async function serveWeb(
  app: FastifyInstance,
  dist = join(import.meta.dirname, '..', 'dist'),
): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    dotfiles: 'ignore',
    // The page has its screens' addresses, and none of its own.
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
    // What is no screen says so on the page and to whoever reads the status alone.
    if (asked)
      return reply
        .status(isPage(path) ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('index.html')
    return reply.status(404).send(new AppError('NOT_FOUND', messages.notFound).body())
  })
}
