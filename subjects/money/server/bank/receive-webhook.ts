/** The bank feed's push: authenticated by a signature over the raw bytes; repeated transfers are stored once. */
import * as z from 'zod/mini'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { bankWebhookPath } from '#subjects/money/contract/calls/bank.ts'
import { transfersShape } from '#platform/server/gateways/bank/transfer-shape.ts'
import type { Api } from '#kit/server/handle.ts'
import { asSystem } from '#kit/server/system.ts'
import { serveSignedPush } from '#platform/server/signed-push.ts'
import { transferRows } from './transfer-feed.ts'

/** Maximum body size in bytes: 200 transfers with the longest texts, more than any bank sends at once. */
const bodyLimit = 256_000

function readTransfers(json: unknown): unknown[] {
  const parsed = transfersShape.safeParse((json as { transfers?: unknown } | null)?.transfers)
  if (parsed.success) return parsed.data
  throw new AppError('VALIDATION', messages.invalid, { fields: { transfers: messages.invalidValue } })
}

/** Answer to a push: received and new transfers, and reasons for quarantined ones. */
export const receivedAnswer = z.strictObject({
  received: z.int(),
  saved: z.int(),
  rejected: z.array(z.strictObject({ index: z.int(), reason: z.string() })),
})

/** Registers the route; without a configured secret every push is refused. */
export function serveWebhook(api: Api, secret: string | undefined): void {
  serveSignedPush(api, {
    path: bankWebhookPath,
    header: 'x-bank-signature',
    bodyLimit,
    secretOf: () => secret,
    async take(json, { id }) {
      const transfers = readTransfers(json)
      const { saved, rejected } = await asSystem(api.services, id, (ctx) =>
        transferRows.ingest(transfers, ctx),
      )
      const answer: z.output<typeof receivedAnswer> = {
        received: transfers.length,
        saved: saved.length,
        rejected: rejected.map(({ index, reason }) => ({ index, reason })),
      }
      return answer
    },
  })
}
