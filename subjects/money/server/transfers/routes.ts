/** Routes of bank messages that pay orders. */
import { acceptTransfer, transferOf } from '#subjects/money/contract/calls/transfers.ts'
import { handle } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { requireId } from '#kit/server/list.ts'
import { accept } from './accept.ts'
import { messageOf } from './order-message.ts'

export function serveTransfers(api: Api): void {
  handle(api, acceptTransfer, accept)
  handle(api, transferOf, (ctx, { id }) => messageOf(requireId(id), ctx))
}
