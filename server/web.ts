/** Serves the built web app: hashed files cached for ever and precompressed, index.html for every screen's address. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../contract/kit/error.ts'
import { messages } from '../contract/messages.ts'

const dist = join(import.meta.dirname, '..', 'dist')

/** Registers the web app when it has been built; the API works without it. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes(`${join(dist, 'assets')}`)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page =
      request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/')
    if (page) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.status(404).send(new AppError('NOT_FOUND', messages.notFound).body())
  })
}
