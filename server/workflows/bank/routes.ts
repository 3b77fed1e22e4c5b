/** Routes of what happens to a bank message besides its own row. */
import * as calls from '../../../contract/workflows/bank.ts'
import type { Config } from '../../config.ts'
import { handle } from '../../kit/call.ts'
import type { Api } from '../../kit/handle.ts'
import { decide } from './decide.ts'
import { serveWebhook } from './receive-webhook.ts'
import { setProcessed } from './set-processed.ts'

/** Registers the calls of this workflow; the two documented GETs write, so they run as writes (D1-Q-052). */
export function serveBank(api: Api, config: Config): void {
  handle(api, calls.setProcessed, (ctx, input) => setProcessed(input, ctx))
  handle(api, calls.approveMessage, (ctx, { id }) => decide(id, '1', ctx), 'write')
  handle(api, calls.denyMessage, (ctx, { id }) => decide(id, '2', ctx), 'write')
  serveWebhook(api, config.bank.webhookSecret)
}
