/** The pages of the shop, for everybody (D3-SIM-05). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/kit/error.ts'
import { offers } from '../../../contract/workflows/sims.ts'
import { readInput } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { wholeNumber } from '../../kit/list.ts'
import { toAppError } from '../../kit/refusals.ts'
import { addressOf as networkOf } from '../session/index.ts'
import { countOffers, findOffer, listOffers } from '../sims/index.ts'
import { readAssets } from './assets.ts'
import { frame } from './frame.ts'
import { markup, pageOf, type Html } from './html.ts'
import { addressOf, listPage, pageSize, valuesOf, type Asked } from './list-page.ts'
import { gonePage, orderPage } from './order-page.ts'

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

/** The filters of an address; whatever else stands in it is not repeated. */
const askedBy = ({ query }: FastifyRequest): Asked =>
  Object.fromEntries(names.map((name) => [name, (query as Asked)[name]]))

/** Registers the pages. */
export function serveShop({ app, policy, rates, services }: Api): void {
  const assets = readAssets()
  const send = (reply: FastifyReply, status: number, page: Html): FastifyReply =>
    reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(pageOf(page))
  /** Answers the page of `work`; what is refused is a page as well. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    try {
      await rates.take('shop', networkOf(request))
      return await work()
    } catch (error) {
      const { status, message, retryAfter, inner } = toAppError(error)
      if (status >= 500) request.log.error({ err: error, inner }, 'shop page failed')
      if (retryAfter) reply.header('retry-after', String(retryAfter))
      const body = markup`<main class="order"><div class="note" role="alert"><p class="wrong">${message}</p><a class="button" href="/sim">Thử lại</a></div></main>`
      return send(reply, status, frame(assets, 'Sim số đẹp', body))
    }
  }
  policy.push(
    { method: 'GET', path: '/sim', may: 'public' },
    { method: 'GET', path: '/sim/:id', may: 'public' },
  )
  app.get('/sim', (request, reply) =>
    answer(request, reply, async () => {
      const asked = askedBy(request)
      const wanted = wholeNumber(valuesOf((request.query as Asked).page)[0], 0)
      try {
        const input = readInput(offers.input, {
          params: {},
          query: {},
          body: { ...asked, page: wanted, count: pageSize },
        })
        const { page: _, count: __, sap_xep: ___, ...filters } = input
        const [first, counts] = await Promise.all([
          listOffers(services.pool, input),
          countOffers(services, filters),
        ])
        // Behind the last page stands the last one: numbers are sold while somebody turns pages.
        const page = Math.min(wanted, Math.max(0, Math.ceil(first.count / pageSize) - 1))
        const found = page === wanted ? first : await listOffers(services.pool, { ...input, page })
        return send(reply, 200, listPage(assets, asked, page, { ...found, counts }))
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
        return send(reply, 400, listPage(assets, asked, wanted, { refusal: error.message }))
      }
    }),
  )
  app.get<{ Params: { id: string } }>('/sim/:id', (request, reply) =>
    answer(request, reply, async () => {
      const { id } = request.params
      const offer = idShape.test(id) ? await findOffer(services.pool, id) : null
      if (!offer) return send(reply, 404, gonePage(assets, id))
      return send(reply, 200, orderPage(assets, offer, addressOf(askedBy(request))))
    }),
  )
}
