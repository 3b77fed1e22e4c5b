/** Answers requests of the shop: rate limit, compression, refusals as a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '#kit/server/handle.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { openBusyLog } from '#platform/server/running/busy-log.ts'
import { addressOf as networkOf } from '#subjects/people/server/index.ts'
import type { Assets } from './assets.ts'
import { frame, shopTitle } from './frame.ts'
import { markup, pageOf, type Html } from './html.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compression of shop pages: a list is 60 kB of repetitive markup. The page in the best encoding that the `accepted`
 * header allows, with its name; plain without one.
 */
async function pack(
  page: string,
  accepted: string | string[] = '',
): Promise<{ body: string | Buffer; encoding?: 'br' | 'gzip' }> {
  const encodings = new Set(
    String(accepted)
      .split(',')
      .flatMap((one) => (/;\s*q=0(\.0+)?\s*$/.test(one) ? [] : [one.split(';')[0]?.trim()])),
  )
  // Compressed per request, so more effort costs more time than it saves.
  if (encodings.has('br'))
    return { body: await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding: 'br' }
  return encodings.has('gzip') ? { body: await gzipped(page), encoding: 'gzip' } : { body: page }
}

export type Page = { status: number; page: Html }
/** Thunk that sends the reply later: a reply that was sent must not be awaited. */
export type File = { send: () => FastifyReply }
type Find<T> = (request: FastifyRequest, reply: FastifyReply) => Promise<T>
type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Sends a page; `kept` is its Cache-Control lifetime. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page }: Page,
): Promise<FastifyReply> {
  const { body, encoding } = await pack(pageOf(page), request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.status(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding').send(body)
}

/** Opens the answer wrappers; every request counts in the rate of its address. */
export function openAnswers({ rates, services }: Api, assets: Assets) {
  const busy = openBusyLog(services.log)
  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown): Page => {
    const { status, code, message, retryAfter, inner } = toAppError(error)
    if (code === 'BUSY') busy({ route: request.routeOptions.url, inner })
    else if (status >= 500) request.log.error({ err: error, inner }, 'shop page failed')
    if (retryAfter) reply.header('retry-after', String(retryAfter))
    const body = markup`<main class="order"><div class="note" role="alert"><p class="wrong">${message}</p><a class="button" href="/sim">Thử lại</a></div></main>`
    return { status, page: frame(assets, shopTitle, body) }
  }
  return {
    /** Answers with a page. */
    page:
      (find: Find<Page>): Answer =>
      async (request, reply) => {
        const found = await rates
          .take('shop', networkOf(request))
          .then(() => find(request, reply))
          .catch((error: unknown) => refused(request, reply, error))
        return send(request, reply, found)
      },
    /** Answers with anything else, or a page. */
    file:
      (find: Find<File | Page>): Answer =>
      async (request, reply) => {
        const found = await rates
          .take('shop', networkOf(request))
          .then(() => find(request, reply))
          .catch((error: unknown) => refused(request, reply, error))
        return 'send' in found ? found.send() : send(request, reply, found)
      },
  }
}
