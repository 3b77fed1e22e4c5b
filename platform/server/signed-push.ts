/** Calls of external systems: authenticated by a signature over the raw body, not by a session. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { isSigned } from './gateways/signature.ts'
import { bodyOf } from '#kit/server/answer.ts'
import type { Api } from '#kit/server/handle.ts'
import { refuseRepeated } from './running/json-bodies.ts'

export type Push = {
  path: string
  /** Header with the signature. */
  header: string
  /** Longest body in bytes. */
  bodyLimit: number
  /** Secret of the system in the path; without one every push is refused. */
  secretOf: (params: Readonly<Record<string, string>>) => string | undefined
  /** Handles the parsed JSON body and returns the answer. */
  take: (json: unknown, request: { id: string; params: Readonly<Record<string, string>> }) => Promise<object>
}

const tooLarge = (bytes: number): string =>
  `Nội dung lớn hơn ${bytes / 1000} kB, không lưu gì. Đừng gửi lại nguyên như vậy, hãy chia thành nhiều lần nhỏ hơn`

function readJson(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('VALIDATION', messages.invalid)
  } finally {
    refuseRepeated(text)
  }
}

/** Registers the route of `push`; UNAUTHENTICATED for a wrong signature. */
export function serveSignedPush(
  { app, policy }: Api,
  { path, header, bodyLimit, secretOf, take }: Push,
): void {
  policy.push({ method: 'POST', path, may: 'public' })
  void app.register(async (scope) => {
    // The signature covers the raw bytes, which parsing would lose.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    // A sender would retry a too large body forever.
    scope.setErrorHandler((error) => {
      const { statusCode } = error as { statusCode?: number }
      throw statusCode === 413 ? new AppError('TOO_LARGE', tooLarge(bodyLimit)) : error
    })
    scope.post(path, { bodyLimit }, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const params = request.params as Record<string, string>
      const secret = secretOf(params)
      if (secret === undefined || !isSigned(request.headers[header], body, { secret }))
        throw new AppError('UNAUTHENTICATED', 'Chữ ký không hợp lệ')
      const answer = await take(readJson(body), { id: request.id, params })
      reply.type('application/json; charset=utf-8')
      return bodyOf(answer)
    })
  })
}
