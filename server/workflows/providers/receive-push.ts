/** A refund partner's push: the same state any number of times and in any order (D3-PRV-03). */
import * as z from 'zod/mini'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { providerPushPath } from '../../../contract/workflows/providers.ts'
import { orderShape, pushShape } from '../../gateways/provider/order-shape.ts'
import type { Api } from '../../kit/handle.ts'
import { asSystem } from '../../kit/system.ts'
import { serveSignedPush } from '../signed-push.ts'
import { noteState } from './note-state.ts'

/** What a push is answered: how many states came, how many said something new, and the places of unreadable ones. */
export const pushAnswer = z.strictObject({
  received: z.int(),
  changed: z.int(),
  unreadable: z.array(z.int()),
})

function readOrders(json: unknown): unknown[] {
  const read = pushShape.safeParse(json)
  if (read.success) return read.data.orders
  throw new AppError('VALIDATION', messages.invalid, { fields: { orders: messages.invalidValue } })
}

/** Registers the route; `secrets` by the partner's name. */
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
        for (const read of orders)
          if (read.success && (await noteState(name, read.data.id, read.data.state, ctx))) changed += 1
        const unreadable = orders.flatMap(({ success }, n) => (success ? [] : [n]))
        return { received: orders.length, changed, unreadable }
      })
    },
  })
}
