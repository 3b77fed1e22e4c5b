/** Serves the built web app: hashed files cached permanently and precompressed, index.html for screen routes, with status 404 for other paths. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { isPage } from '#platform/contract/screens.ts'
import { pagePolicy } from '#platform/server/running/secure-headers.ts'

/** Placeholder in index.html for the nonce of its style elements. */
const noncePlace = /__style_nonce__/g

/** The page with its own nonce, and the policy that allows it. */
async function pageOf(file: string): Promise<{ page: string; policy: string }> {
  const nonce = randomBytes(18).toString('base64')
  return { page: (await readFile(file, 'utf8')).replace(noncePlace, nonce), policy: pagePolicy(nonce) }
}

/** Registers the web app if it was built; the API works without it. */
export async function serveWeb(
  app: FastifyInstance,
  dist = join(import.meta.dirname, '../../..', 'dist'),
): Promise<void> {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) return
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
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    // '/app/mfy/' as people and mail programs write it; the page's routes have no trailing slash.
    const plain = path.replace(/\/+$/, '')
    if (plain !== path && isPage(plain)) return reply.redirect(plain + request.url.slice(path.length), 308)
    const isPageRequest =
      ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && !path.startsWith('/assets/')
    if (!isPageRequest) return reply.status(404).send(new AppError('NOT_FOUND', refusals.notFound).body())
    const { page, policy } = await pageOf(index)
    // Unknown pages have status 404 too.
    return reply
      .status(isPage(path) ? 200 : 404)
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
