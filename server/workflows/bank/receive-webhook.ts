/** The bank feed's push: signed instead of signed in, read as bytes, the same transfer any number of times. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '../../../contract/kit/error.ts'
import { messages } from '../../../contract/messages.ts'
import { bankWebhookPath } from '../../../contract/workflows/bank.ts'
import { isSigned } from '../../gateways/signature.ts'
import { transfersShape } from '../../gateways/bank/transfer-shape.ts'
import { bodyOf } from '../../kit/answer.ts'
import type { Api } from '../../kit/handle.ts'
import { asSystem } from '../../kit/system.ts'
import { transferRows } from './transfer-feed.ts'

/** Bytes of a push; 200 transfers of the longest texts are more than any bank sends at once. */
const bodyLimit = 256_000

/** A sender that repeats what it could not send would do so for ever. */
const tooLarge =
  'Nội dung lớn hơn 256 kB, không lưu gì. Đừng gửi lại nguyên như vậy, hãy chia thành nhiều lần gửi nhỏ hơn'

function readTransfers(body: Buffer): unknown[] {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw new AppError('VALIDATION', messages.invalid)
  }
  const read = transfersShape.safeParse((json as { transfers?: unknown } | null)?.transfers)
  if (read.success) return read.data
  throw new AppError('VALIDATION', messages.invalid, { fields: { transfers: messages.invalidValue } })
}

/** What a push is answered: how many transfers came, how many are new, and why others were set aside. */
export const receivedAnswer = z.strictObject({
  received: z.int(),
  saved: z.int(),
  rejected: z.array(z.strictObject({ index: z.int(), reason: z.string() })),
})

/** Registers the route; without a secret nobody can sign, so every push is refused. */
export function serveWebhook({ app, services, policy }: Api, secret: string | undefined): void {
  policy.push({ method: 'POST', path: bankWebhookPath, may: 'public' })
  void app.register(async (scope) => {
    // The signature is over the bytes as they came; parsed and written again they would be others.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error) => {
      const { statusCode } = error as { statusCode?: number }
      throw statusCode === 413 ? new AppError('TOO_LARGE', tooLarge) : error
    })
    scope.post(bankWebhookPath, { bodyLimit }, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (secret === undefined || !isSigned(request.headers['x-bank-signature'], body, { secret }))
        throw new AppError('UNAUTHENTICATED', 'Chữ ký không hợp lệ')
      const transfers = readTransfers(body)
      const { saved, rejected } = await asSystem(services, request.id, (ctx) =>
        transferRows.ingest(transfers, ctx),
      )
      const answer: z.output<typeof receivedAnswer> = {
        received: transfers.length,
        saved: saved.length,
        rejected,
      }
      reply.type('application/json; charset=utf-8')
      return bodyOf(answer)
    })
  })
}
