/** The public pages of the shop (D3-SIM-05, D3-SIM-08, D3-SIM-10). */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lookupPath } from '#subjects/sims/contract/shop.ts'
import type { Api } from '#kit/server/handle.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { placeOf } from '../sims/customer.ts'
import type { LookupInput } from '../sims/order-lookup.ts'
import type { Offers } from '../sims/offers.ts'
import { openAnswers, type File, type Page } from './answer.ts'
import { readAssets, type Assets } from './assets.ts'
import { foundPage, lookupPage } from './lookup-page.ts'
import { findList, findNumber, findPicture } from './find-pages.ts'
import { originOf } from './origin.ts'
import { unknownPage } from './order-page.ts'
import { robots, sitemapIndex, sitemapPart } from './sitemap.ts'

type Sent = Readonly<Record<string, unknown>>

const typedOf = (sent: unknown): LookupInput => {
  const { ma_don, phone } = (typeof sent === 'object' && sent !== null ? sent : {}) as Sent
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 30) : '')
  return { ma_don: text(ma_don), phone: text(phone) }
}

/** The order of code and phone, or the form with errors; never cached (D3-SIM-08). */
async function findOrder(
  { stock, assets }: { stock: Offers; assets: Assets },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Page> {
  reply.header('cache-control', 'no-store')
  const typed = typedOf(request.body)
  try {
    return {
      status: 200,
      page: await foundPage(assets, await stock.findOrder(typed, placeOf(request, reply))),
    }
  } catch (error) {
    const { status, message: refusal, fields, retryAfter } = toAppError(error)
    if (status !== 400 && status !== 404 && status !== 429) throw error
    if (retryAfter) reply.header('retry-after', String(retryAfter))
    return { status, page: lookupPage(assets, { typed, refusal, fields }) }
  }
}

const isForm = 'application/x-www-form-urlencoded'

/** Accepts urlencoded forms, as browsers without scripts send; refuses other bodies. */
function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(isForm, { parseAs: 'string', bodyLimit: 2_000 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

const spanShape = /^(0\d{9})-(0\d{9})\.xml$/

/** A part of the sitemap, generated while streaming. */
async function findPart(
  { stock, assets }: { stock: Offers; assets: Assets },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<File | Page> {
  const [, first = '', last = ''] = spanShape.exec((request.params as { span: string }).span) ?? []
  if (first === '') return { status: 404, page: unknownPage(assets) }
  const text = Readable.from(sitemapPart(await stock.inSpan([first, last]), originOf(request)))
  const packed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (packed) reply.header('content-encoding', 'gzip')
  reply.type('application/xml; charset=utf-8').header('vary', 'accept-encoding')
  // When the client disconnects both streams end; there is nobody to report an error to.
  return { send: () => reply.send(packed ? pipeline(text, createGzip(), () => undefined) : text) }
}

/** Registers the pages. */
export function serveShop(api: Api, stock: Offers): void {
  const { app, policy, services } = api
  const assets = readAssets()
  const answer = openAnswers(api, assets)
  const parts = { pool: services.pool, stock, assets }
  const picture = findPicture(parts)
  const get = (path: string, run: ReturnType<typeof answer.page>): void => {
    policy.push({ method: 'GET', path, may: 'public' })
    app.get(path, run)
  }
  get(
    '/sim',
    answer.page((request) => findList(parts, request)),
  )
  get(
    '/sim/:id',
    answer.file((request, reply) => findNumber(parts, request, reply)),
  )
  get('/sim/anh/:file', answer.file(picture))
  get(
    lookupPath,
    answer.page(async ({ query }) => ({ status: 200, page: lookupPage(assets, { typed: typedOf(query) }) })),
  )
  get(
    '/sitemap/:span',
    answer.file((request, reply) => findPart(parts, request, reply)),
  )
  get(
    '/sitemap.xml',
    answer.file(async (request, reply) => {
      const index = await sitemapIndex(stock, originOf(request))
      return { send: () => reply.type('application/xml; charset=utf-8').send(index) }
    }),
  )
  get(
    '/robots.txt',
    answer.file(async (request, reply) => ({
      send: () => reply.type('text/plain; charset=utf-8').send(robots(originOf(request))),
    })),
  )
  policy.push({ method: 'POST', path: lookupPath, may: 'public' })
  app.register(async (forms) => {
    readForms(forms)
    forms.post(
      lookupPath,
      answer.page((request, reply) => findOrder(parts, request, reply)),
    )
  })
}
