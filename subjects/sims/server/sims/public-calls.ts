/** The three calls of the shop's pages without a session (D2-ORD-24 to 30, D2-Q-133 to 135). */
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { shopTexts } from '#subjects/sims/contract/shop.ts'
import { oneOffer, offers, sendOrder, type Offer, type Placed } from '#subjects/sims/contract/calls/sims.ts'
import { bodyOf, json, withMsg } from '#kit/server/answer.ts'
import { answerTo, readInput } from '#kit/server/call.ts'
import { idempotencyKey, type Api } from '#kit/server/handle.ts'
import { requireId } from '#kit/server/list.ts'
import { addressOf } from '#subjects/people/server/index.ts'
import { buyerOf } from './customer.ts'
import type { Offers } from './offers.ts'
import { orderOnce } from './order-once.ts'

export function servePublicCalls(api: Api, stock: Offers): void {
  const { app, policy, rates, services } = api
  const jsonType = 'application/json; charset=utf-8'
  for (const { method, path } of [offers, oneOffer, sendOrder]) policy.push({ method, path, may: 'public' })
  app.post(offers.path, async (request, reply) => {
    await rates.take('shop', addressOf(request))
    const input = readInput(offers.input, { params: {}, query: {}, body: request.body })
    const { rows, count, more } = await stock.list(input)
    reply.type(jsonType)
    return bodyOf(answerTo(offers, json(`{"values":${rows},"count":${count},"more":${more}}`)))
  })
  app.get<{ Params: { id: string } }>(oneOffer.path, async (request, reply) => {
    await rates.take('shop', addressOf(request))
    const id = requireId(request.params.id)
    const offer = await stock.find(id)
    if (offer === null) throw new AppError('NOT_FOUND', refusals.notFound)
    reply.type(jsonType)
    return bodyOf(answerTo(oneOffer, json<Offer>(offer)))
  })
  app.post(sendOrder.path, async (request, reply) => {
    const buyer = await buyerOf(api, request, reply)
    const answer = await orderOnce(services, buyer, request.body, idempotencyKey(request))
    reply.type(jsonType)
    return bodyOf(withMsg(answerTo(sendOrder, answer) as Placed, shopTexts.ordered))
  })
}
