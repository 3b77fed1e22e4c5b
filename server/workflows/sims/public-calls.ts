/** The three calls that customers' pages make without a session (D2-ORD-24 to 30, D2-Q-133 to 135). */
import sql from 'sql-template-tag'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { vietQr } from '../../../contract/vietqr.ts'
import { orderContent, shopTexts } from '../../../contract/shop.ts'
import { oneOffer, offers, sendOrder, type Placed } from '../../../contract/workflows/sims.ts'
import { bodyOf, withMsg } from '../../kit/answer.ts'
import { answerTo, readInput } from '../../kit/call.ts'
import type { Ctx } from '../../kit/context.ts'
import type { Api } from '../../kit/handle.ts'
import { requireId } from '../../kit/list.ts'
import { readSettings } from '../../kit/settings.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { addressOf } from '../session/index.ts'
import { buyerOf } from './customer.ts'
import { findOffer, listOffers } from './offers.ts'
import { placeOrder } from './place-order.ts'

/** What the customer is told of the order: its code, and how to pay one that is paid by transfer (D3-SIM-05, D3-QR-01). */
async function placed(id: string, { db }: Ctx): Promise<Placed> {
  const { rows } = await db.query<
    Omit<Placed, 'chuyen_khoan' | 'han_gio'> & { so_dien_thoai: string; online: boolean }
  >(sql`
    SELECT ma_don, ordered_so_dien_thoai_co_dau_cham AS so_dien_thoai_co_dau_cham, ordered_gia_khach_hang AS so_tien,
      ordered_so_dien_thoai AS so_dien_thoai, payment_method = 'online' AS online
    FROM sim_order WHERE id = ${id}`)
  if (!rows[0]) throw new AppError('NOT_FOUND', messages.notFound)
  const { so_dien_thoai, online, ...told } = rows[0]
  const set = await readSettings(db, ['vietqr.bank_bin', 'vietqr.account', 'vietqr.name', 'sim.unpaidHours'])
  const han_gio = set['sim.unpaidHours']
  if (!online) return { ...told, han_gio, chuyen_khoan: null }
  const { 'vietqr.bank_bin': bankBin, 'vietqr.account': number, 'vietqr.name': name } = set
  const content = orderContent({ ma_don: told.ma_don, so_dien_thoai })
  const complete = [bankBin, number, name].every((part) => part !== '') && told.so_tien > 0
  const picture = complete && vietQr({ bankBin, account: number, name, amount: told.so_tien, content })
  return {
    ...told,
    han_gio,
    chuyen_khoan: { noi_dung: content, so_tai_khoan: number, ten_tai_khoan: name, vietqr: picture || '' },
  }
}

/** Registers the calls. */
export function servePublicCalls(api: Api): void {
  const { app, policy, rates, services } = api
  const json = 'application/json; charset=utf-8'
  for (const { method, path } of [offers, oneOffer, sendOrder]) policy.push({ method, path, may: 'public' })
  app.post(offers.path, async (request, reply) => {
    await rates.take('shop', addressOf(request))
    const input = readInput(offers.input, { params: {}, query: {}, body: request.body })
    reply.type(json)
    return bodyOf(answerTo(offers, await listOffers(services.pool, input)))
  })
  app.get<{ Params: { id: string } }>(oneOffer.path, async (request, reply) => {
    await rates.take('shop', addressOf(request))
    const found = await findOffer(services.pool, requireId(request.params.id))
    if (!found) throw new AppError('NOT_FOUND', messages.notFound)
    reply.type(json)
    return bodyOf(answerTo(oneOffer, found))
  })
  app.post(sendOrder.path, async (request, reply) => {
    const buyer = await buyerOf(api, request)
    const answer = await inTransaction(services, buyer, async (ctx) =>
      placed(await placeOrder(request.body, ctx), ctx),
    )
    reply.type(json)
    return bodyOf(withMsg(answerTo(sendOrder, answer) as Placed, shopTexts.ordered))
  })
}
