/** Push of a refund partner; repeated and reordered states are harmless (D3-PRV-03). */
import * as z from 'zod/mini'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { providerPushPath } from '#subjects/money/contract/calls/providers.ts'
import { orderShape, pushShape } from '#platform/server/gateways/provider/order-shape.ts'
import type { Api } from '#kit/server/handle.ts'
import { asSystem } from '#kit/server/system.ts'
import { serveSignedPush } from '#platform/server/signed-push.ts'
import { noteState } from './note-state.ts'

/** Answer to a push: states received, states that changed something, and positions of unreadable ones. */
export const pushAnswer = z.strictObject({
  received: z.int(),
  changed: z.int(),
  unreadable: z.array(z.int()),
})

function readOrders(json: unknown): unknown[] {
  const parsed = pushShape.safeParse(json)
  if (parsed.success) return parsed.data.orders
  throw new AppError('VALIDATION', messages.invalid, { fields: { orders: messages.invalidValue } })
}

/** Registers the route; `secrets` by partner name. */
export function serveProviderPush(api: Api, secrets: ReadonlyMap<string, string>): void {
  serveSignedPush(api, {
    path: providerPushPath,
    header: 'x-provider-signature',
    bodyLimit: 256_000,
    secretOf: ({ name = '' }) => secrets.get(name),
    async take(json, { id, params: { name = '' } }) {
      const orders = readOrders(json).map((raw) => orderShape.safeParse(raw))
      return asSystem(api.services, id, async (ctx): Promise<z.output<typeof pushAnswer>> => {
        let changed = 0
        for (const parsed of orders)
          if (parsed.success && (await noteState(name, parsed.data.id, parsed.data.state, ctx))) changed += 1
        const unreadable = orders.flatMap(({ success }, n) => (success ? [] : [n]))
        return { received: orders.length, changed, unreadable }
      })
    },
  })
}
