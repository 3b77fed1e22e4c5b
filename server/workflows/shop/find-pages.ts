/** What an address of the shop shows: the list, a number, its picture. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/kit/error.ts'
import { offers, type Offer } from '../../../contract/workflows/sims.ts'
import { readSettings } from '../../db/settings.ts'
import type { Pool } from '../../db/pool.ts'
import { readInput } from '../../kit/call.ts'
import { wholeNumber } from '../../kit/list.ts'
import { openLine, type Offers } from '../sims/index.ts'
import type { Page } from './answer.ts'
import type { Assets } from './assets.ts'
import { addressOf, lastPage, listPage, pageSize, valuesOf, type ShopQuery } from './list-page.ts'
import { gonePage, orderPage, termKeys, unknownPage } from './order-page.ts'
import { originOf, pathOf } from './origin.ts'
import { pictureOf } from './picture.ts'

export type Parts = { pool: Pool; stock: Offers; assets: Assets }

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const digitsShape = /^0[1-9]\d{8}$/
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

/** The page of the list that an address asks for. */
export async function findList({ stock, assets }: Parts, request: FastifyRequest): Promise<Page> {
  const [query, origin] = [queryOf(request), originOf(request)]
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
    return {
      status: 200,
      page: listPage(assets, { query, page, found: { values, count, more, choices }, origin }),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
    const found = { refusal: error.message }
    return { status: 400, page: listPage(assets, { query, page: requestedPage, found, origin }) }
  }
}

/** A number with its form; 410 once it is not for sale, 404 where it never was; an id leads to the number's address. */
export async function findNumber(
  { pool, stock, assets }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Page | FastifyReply> {
  const { id } = request.params as { id: string }
  const back = addressOf(queryOf(request))
  if (idShape.test(id)) {
    const digits = await stock.digitsOf(id)
    if (digits !== null) return reply.redirect(pathOf(digits) + back, 301)
  }
  const found = digitsShape.test(id) ? await stock.byDigits(id) : null
  if (found === null) return { status: 404, page: unknownPage(assets) }
  if ('gone' in found) {
    const similar = await stock.similar(id)
    return { status: 410, page: gonePage(assets, { id: found.gone, digits: id, similar }) }
  }
  const terms = await readSettings(pool, termKeys)
  return { status: 200, page: orderPage(assets, found.offer, { back, terms, origin: originOf(request) }) }
}

const pictureShape = /^(0[1-9]\d{8})\.png$/

/** Opens the pictures of numbers for sale; one is drawn at a time. */
export function findPicture({ stock, assets }: Parts) {
  const inTurn = openLine({ atWork: 1, waiting: 30, longest: 2_000 })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Page | FastifyReply> => {
    const [, digits] = pictureShape.exec((request.params as { file: string }).file) ?? []
    const found = digits === undefined ? null : await stock.byDigits(digits)
    if (found === null || 'gone' in found) return { status: found ? 410 : 404, page: unknownPage(assets) }
    const file = await inTurn(() => pictureOf(found.offer))
    return reply.type('image/png').header('cache-control', 'public, max-age=3600').send(file)
  }
}
