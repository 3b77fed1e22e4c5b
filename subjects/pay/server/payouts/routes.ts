/** Routes of 'Danh sách chi trả'. */
import * as calls from '#subjects/pay/contract/calls/payouts.ts'
import { handle } from '#kit/server/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { makeFile, sendFile, sendUnpaid } from './file.ts'
import { showPayouts } from './list.ts'
import { cash, giveBack, remind } from './mark.ts'

export function servePayouts(api: Api): void {
  handle(api, calls.payoutList, showPayouts)
  handle(api, calls.makePayoutFile, makeFile)
  handle(api, calls.remindOfAccount, remind)
  handle(api, calls.payInCash, cash)
  handle(api, calls.returnTransfer, giveBack)
  register(api, {
    method: 'GET',
    ...calls.payoutSheet,
    mode: 'read',
    limit: 'export',
    parse: ({ params, query }) => ({ id: params.id, phan: query.phan }),
    run: async () => null,
    reply: (ctx, input, reply) => sendFile(input, ctx, reply),
  })
  register(api, {
    method: 'GET',
    ...calls.unpaidSheet,
    mode: 'read',
    limit: 'export',
    parse: ({ query }) => query,
    run: async () => null,
    reply: (ctx, query, reply) => sendUnpaid(query, ctx, reply),
  })
}
