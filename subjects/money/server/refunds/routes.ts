/** Routes of refund requests in addition to their lists. */
import type { Call } from '#kit/contract/call.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { requestrefundreport } from '#subjects/money/contract/lists/requestrefundreport.ts'
import * as calls from '#subjects/money/contract/calls/refunds.ts'
import { handle } from '#kit/server/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { paging, requireId } from '#kit/server/list.ts'
import { createRefund, createTopUp } from './create-request.ts'
import { listOwing, sendOwing } from './owing.ts'
import { listPartnerOrders } from './partner-orders.ts'
import { trailOf } from './trail.ts'

/** Export of amounts owed; with its own refusal (D2-Q-12). */
const owingRoute = ({ may }: Call, path: string) => ({
  method: 'GET' as const,
  path,
  may: may === 'public' ? [] : may,
  mode: 'read' as const,
  limit: 'export' as const,
  refusal: refusals.noExport,
  parse: ({ query }: { query: Record<string, string> }) => query,
})

export function serveRefunds(api: Api): void {
  for (const { resource, refund, order24h, topUp } of Object.values(calls.creatingCalls)) {
    handle(api, refund, (ctx, sent) => createRefund(resource, sent, ctx))
    handle(api, order24h, (ctx, sent) => createRefund(resource, sent, ctx, { late: true }))
    handle(api, topUp, (ctx, sent) => createTopUp(resource, sent, ctx))
  }
  handle(api, calls.refundHistory, async (ctx, { id, ...query }) => {
    const { values } = await trailOf(requestrefundreport, requireId(id), ctx)
    const { limit, offset } = paging({}, query as Record<string, string>)
    return { values: values.slice(offset, offset + limit), count: values.length }
  })
  handle(api, calls.partnerOrders, listPartnerOrders)
  register(api, {
    ...owingRoute(calls.owingStaff, calls.owingStaff.path),
    run: (ctx, query) => listOwing(query, ctx),
  })
  register(api, {
    ...owingRoute(calls.owingStaff, calls.owingSheet.path),
    run: async () => null,
    reply: (ctx, query, reply) => sendOwing(query, ctx, reply),
  })
}
