/** The public pages of the shop (D3-SIM-05). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/kit/error.ts'
import { offers, type Offer } from '../../../contract/workflows/sims.ts'
import { readInput } from '../../kit/call.ts'
import type { Services } from '../../kit/context.ts'
import type { Api } from '../../kit/handle.ts'
import { wholeNumber } from '../../kit/list.ts'
import { toAppError } from '../../kit/refusals.ts'
import { readSettings } from '../../db/settings.ts'
import { openBusyLog } from '../../running/busy-log.ts'
import { addressOf as networkOf } from '../session/index.ts'
import type { Offers } from '../sims/index.ts'
import { readAssets, type Assets } from './assets.ts'
import { frame } from './frame.ts'
import { markup, pageOf, type Html } from './html.ts'
import { addressOf, lastPage, listPage, pageSize, valuesOf, type ShopQuery } from './list-page.ts'
import { gonePage, orderPage, termKeys } from './order-page.ts'
import { pack } from './pack.ts'

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const names = [
  'so_dien_thoai',
  'nha_mang',
  'number_type',
  'loai_sim',
  'gia_tu',
  'gia_den',
  'bo_so',
  'ngay_sinh',
  'sap_xep',
] as const

/** Known filters of a URL; nothing else of it is repeated in the page. */
const queryOf = ({ query }: FastifyRequest): ShopQuery =>
  Object.fromEntries(names.map((name) => [name, (query as ShopQuery)[name]]))

type Page = { status: number; page: Html }

type Parts = { services: Services; stock: Offers; assets: Assets; request: FastifyRequest }

/** The page of the list that an address asks for. */
async function findPage({ stock, assets, request }: Parts): Promise<Page> {
  const query = queryOf(request)
  const requestedPage = wholeNumber(valuesOf((request.query as ShopQuery).page)[0], 0)
  try {
    const body = { ...query, page: requestedPage, count: pageSize }
    const input = readInput(offers.input, { params: {}, query: {}, body })
    const { page: _, count: __, sap_xep: ___, ...filters } = input
    const { choices, ...counted } = await stock.ofChoices(filters)
    const readPage = (page: number) => stock.list({ ...input, page }, counted)
    const first = await readPage(requestedPage)
    // Beyond the last page show the last one: numbers are sold while somebody pages.
    const page = Math.min(requestedPage, lastPage(first.count))
    const { rows, count, more } = page === requestedPage ? first : await readPage(page)
    const values = JSON.parse(rows) as Offer[]
    return { status: 200, page: listPage(assets, query, page, { values, count, more, choices }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
    return { status: 400, page: listPage(assets, query, requestedPage, { refusal: error.message }) }
  }
}

/** Page of one number with its form, or that it is no longer for sale. */
async function findNumber({ services: { pool }, stock, assets, request }: Parts): Promise<Page> {
  const { id } = request.params as { id: string }
  const offer = idShape.test(id) ? await stock.find(id) : null
  if (offer === null) return { status: 404, page: gonePage(assets, id) }
  const [back, terms] = [addressOf(queryOf(request)), await readSettings(pool, termKeys)]
  return { status: 200, page: orderPage(assets, JSON.parse(offer) as Offer, back, terms) }
}

export function serveShop({ app, policy, rates, services }: Api, stock: Offers): void {
  const assets = readAssets()
  const busy = openBusyLog(services.log)
  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown): Page => {
    const { status, code, message, retryAfter, inner } = toAppError(error)
    if (code === 'BUSY') busy({ route: request.routeOptions.url, inner })
    else if (status >= 500) request.log.error({ err: error, inner }, 'shop page failed')
    if (retryAfter) reply.header('retry-after', String(retryAfter))
    const body = markup`<main class="order"><div class="note" role="alert"><p class="wrong">${message}</p><a class="button" href="/sim">Thử lại</a></div></main>`
    return { status, page: frame(assets, 'Sim số đẹp', body) }
  }
  for (const [path, find] of [
    ['/sim', findPage],
    ['/sim/:id', findNumber],
  ] as const) {
    policy.push({ method: 'GET', path, may: 'public' })
    app.get(path, async (request, reply) => {
      const { status, page } = await rates
        .take('shop', networkOf(request))
        .then(() => find({ services, stock, assets, request }))
        .catch((error: unknown) => refused(request, reply, error))
      const { body, encoding } = await pack(pageOf(page), request.headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .status(status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .send(body)
    })
  }
}
