/** Settings that screens need before sign-in: those marked public, nothing else. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicSettingKeys } from '#platform/contract/settings/catalogue.ts'
import { publicSettings } from '#platform/contract/calls/public-settings.ts'
import { bodyOf } from '#kit/server/answer.ts'
import { answerTo } from '#kit/server/call.ts'
import type { Api } from '#kit/server/handle.ts'
import { readSettings } from '#platform/server/db/settings.ts'

/** Answers 304 when the browser has the same version, as an image may be most of it. */
function answer(body: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', tag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Registers the settings call without a session. */
export function servePublicSettings({ app, policy, services }: Api): void {
  const { method, path } = publicSettings
  policy.push({ method, path, may: 'public' })
  app.get(path, async (request, reply) =>
    answer(
      bodyOf(answerTo(publicSettings, await readSettings(services.readers, publicSettingKeys))),
      request,
      reply,
    ),
  )
}
