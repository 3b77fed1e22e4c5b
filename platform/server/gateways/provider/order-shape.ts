/** Schema of an order's state on the wire, for responses and pushes. */
import * as z from 'zod/mini'
import type { OrderState } from './provider.ts'

const text = z.string().check(z.maxLength(500))

/** Members as docs/providers.md names them, read into an `OrderState` with the order's id. */
export const orderShape = z.pipe(
  z.object({
    order_id: z.uuid(),
    sequence: z.int().check(z.nonnegative()),
    status: z.enum(['received', 'processing', 'completed', 'returned', 'other']),
    code: z.optional(z.nullable(z.int().check(z.positive(), z.lte(2_000_000_000)))),
    text: z.optional(z.nullable(text)),
    paid: z.optional(z.nullable(z.int().check(z.nonnegative()))),
  }),
  z.transform(
    ({ order_id, sequence, status, code, text: providerText, paid }): { id: string; state: OrderState } => ({
      id: order_id,
      state: { sequence, status, code: code ?? null, text: providerText ?? '', paid: paid ?? null },
    }),
  ),
)

export const refusalShape = z.object({
  error: z.object({ code: z.int().check(z.positive(), z.lte(2_000_000_000)), message: text }),
})

const mostOrders = 200
export const pushShape = z.object({ orders: z.array(z.unknown()).check(z.maxLength(mostOrders)) })
