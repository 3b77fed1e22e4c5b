/** Routes of bank messages that pay orders. */
import { acceptTransfer, transferOf } from '../../../contract/workflows/transfers.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { requireId } from '../../kit/list.ts'
import { accept } from './accept.ts'
import { messageOf } from './order-message.ts'

export function serveTransfers(api: Api): void {
  handle(api, acceptTransfer, accept)
  handle(api, transferOf, (ctx, { id }) => messageOf(requireId(id), ctx))
}
