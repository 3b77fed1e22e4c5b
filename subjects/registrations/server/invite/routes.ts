/** Routes of package invitation. No transaction is open while the carrier answers, and no code is stored. */
import type * as z from 'zod/mini'
import { codeTabs } from '#platform/contract/code-tabs.ts'
import type { Call } from '#kit/contract/call.ts'
import { cleanText } from '#kit/contract/text.ts'
import * as calls from '#subjects/registrations/contract/calls/invite.ts'
import { bodyOf, type Reply } from '#kit/server/answer.ts'
import { handle, readInput } from '#kit/server/call.ts'
import type { Ctx } from '#kit/server/context.ts'
import { idempotencyKey, register, type Api } from '#kit/server/handle.ts'
import { askCode } from './ask-code.ts'
import { confirmCode } from './confirm-code.ts'
import { openOrders } from './open-orders.ts'
import { sendCommand } from './send-command.ts'
import { openTabs } from './tabs.ts'

/** Host and port of the request, and the key of the click. */
type From = { domain: string; key: string | undefined }

/**
 * Registers a call with origin and idempotency key. The workflow handles the key itself: the kit would store a hash of
 * the body, and a hash of six digits is easily reversed (D3-OTP-01).
 */
function serve<I extends z.ZodMiniType, A extends z.ZodMiniType>(
  api: Api,
  call: Call<I, A>,
  run: (input: z.output<I>, ctx: Ctx, from: From) => Promise<Reply<z.output<A>>>,
): void {
  if (call.may === 'public') throw new Error(`${call.path} is not public`)
  register(api, {
    method: call.method,
    path: call.path,
    may: call.may,
    ...(call.phone && { phone: call.phone }),
    mode: 'read',
    parse: (raw) => readInput(call.input, raw),
    run: async () => null,
    reply: async (ctx, input, reply, request) => {
      reply.type('application/json; charset=utf-8')
      const from = { domain: request.headers.host ?? '', key: idempotencyKey(request) }
      return bodyOf(await run(input, ctx, from))
    },
  })
}

export function serveInvite(api: Api): void {
  handle(api, calls.inviteTabs, (ctx) => openTabs(ctx))
  handle(api, calls.openOrders, (ctx, input) => openOrders(input, ctx))
  for (const { tab, ask: askCall, confirm } of Object.values(calls.codeCalls)) {
    serve(api, askCall, (input, ctx, { domain }) => askCode(tab, input, ctx, domain))
    serve(api, confirm, (input, ctx) => confirmCode(tab, input, ctx))
  }
  serve(api, calls.invite, (input, ctx, { key }) => {
    const tab = codeTabs.find(({ type }) => type === cleanText(input.type))
    return tab ? confirmCode(tab, input, ctx) : sendCommand(input, ctx, key)
  })
}
