/** Finds the content of a shop URL: the list, a number, its picture. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type FieldErrors } from '#kit/contract/error.ts'
import { readPhone } from '#kit/contract/phone.ts'
import { offers, type Offer } from '#subjects/sims/contract/calls/sims.ts'
import { readSettings } from '#platform/server/db/settings.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { readInput } from '#kit/server/call.ts'
import { wholeNumber } from '#kit/server/list.ts'
import { openLine } from '../sims/public-lines.ts'
import type { Offers } from '../sims/offers.ts'
import type { File, Page } from './answer.ts'
import type { Assets } from './assets.ts'
import { addressOf, lastPage, listPage, pageSize, valuesOf, type ShopQuery } from './list-page.ts'
import { gonePage, orderPage, termKeys, unknownPage } from './order-page.ts'
import { originOf, pathOf } from './origin.ts'
import { pictureOf } from './picture.ts'

export type Parts = { pool: Pool; stock: Offers; assets: Assets }

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

/** Known filters of a URL; unknown parameters are not echoed in the page. */
const queryOf = ({ query }: FastifyRequest): ShopQuery =>
  Object.fromEntries(names.map((name) => [name, (query as ShopQuery)[name]]))

/** The numbers of a query, on the requested page or the last one. */
async function readList(stock: Offers, query: ShopQuery, requestedPage: number) {
  const body = { ...query, page: requestedPage, count: pageSize }
  const input = readInput(offers.input, { params: {}, query: {}, body })
  const { page: _, count: __, sap_xep: ___, ...filters } = input
  const { choices, ...counted } = await stock.ofChoices(filters)
  const readPage = (page: number) => stock.list({ ...input, page }, counted)
  const first = await readPage(requestedPage)
  // Beyond the last page, shows the last one: numbers are sold while visitors page.
  const page = Math.min(requestedPage, lastPage(first.count))
  const { rows, count, more } = page === requestedPage ? first : await readPage(page)
  return { page, offers: { values: JSON.parse(rows) as Offer[], count, more, choices } }
}

/** The list page of a URL; an invalid filter is reported at its field, over the numbers that match the other filters (D3-SIM-02). */
export async function findList({ stock, assets }: Parts, request: FastifyRequest): Promise<Page> {
  const [query, origin] = [queryOf(request), originOf(request)]
  const requestedPage = wholeNumber(valuesOf((request.query as ShopQuery).page)[0], 0)
  const read = async (filters: ShopQuery, refused: FieldErrors): Promise<Page> => {
    try {
      const list = await readList(stock, filters, requestedPage)
      const status = Object.keys(refused).length === 0 ? 200 : 400
      return { status, page: listPage(assets, { query, refused, ...list, origin }) }
    } catch (error) {
      const fields = (error instanceof AppError && error.code === 'VALIDATION' && error.fields) || {}
      const validFilters = Object.entries(filters).filter(([name]) => !(name in fields))
      // Removes a filter each time; an error of no filter cannot be shown at a field.
      if (validFilters.length === Object.keys(filters).length) throw error
      return read(Object.fromEntries(validFilters), { ...refused, ...fields })
    }
  }
  return read(query, {})
}

/** The ten digits of a number URL, from its id or any spelling of the number; null when invalid. */
async function digitsFor(id: string, stock: Offers): Promise<string | null> {
  if (idShape.test(id)) return stock.digitsOf(id)
  const phone = readPhone(id)
  return phone === null ? null : `0${phone}`
}

/** A number with its form; 410 when it is no longer for sale, 404 when unknown; ids and other spellings redirect to the canonical URL. */
export async function findNumber(
  { pool, stock, assets }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<File | Page> {
  const { id } = request.params as { id: string }
  const back = addressOf(queryOf(request))
  const digits = await digitsFor(id, stock)
  if (digits !== null && digits !== id) return { send: () => reply.redirect(pathOf(digits) + back, 301) }
  const found = digits === null ? null : await stock.byDigits(digits)
  if (found === null) return { status: 404, page: unknownPage(assets) }
  if ('gone' in found) {
    const similar = await stock.similar(id)
    return { status: 410, page: gonePage(assets, { id: found.gone, digits: id, similar }) }
  }
  const terms = await readSettings(pool, termKeys)
  return { status: 200, page: orderPage(assets, found.offer, { back, terms, origin: originOf(request) }) }
}

const pictureShape = /^(0[1-9]\d{8})\.png$/

/** Opens the pictures of numbers for sale; drawn one at a time. */
export function findPicture({ stock, assets }: Parts) {
  const inTurn = openLine({ atWork: 1, waiting: 30, longest: 2_000 })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<File | Page> => {
    const [, digits] = pictureShape.exec((request.params as { file: string }).file) ?? []
    const found = digits === undefined ? null : await stock.byDigits(digits)
    if (found === null || 'gone' in found) return { status: found ? 410 : 404, page: unknownPage(assets) }
    const file = await inTurn(() => pictureOf(found.offer))
    reply.type('image/png').header('cache-control', 'public, max-age=3600')
    return { send: () => reply.send(file) }
  }
}
