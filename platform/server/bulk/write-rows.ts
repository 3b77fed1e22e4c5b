/** POST /api/v1/bulk: one write per row, for many rows in one request. */
import type { FastifyRequest } from 'fastify'
import type { ParsedOf } from '#kit/contract/call.ts'
import { AppError } from '#kit/contract/error.ts'
import { ofManyName } from '#kit/contract/action.ts'
import { bulkWrite, bulkUnderWay, type BulkAnswer } from '#platform/contract/calls/bulk.ts'
import { messages } from '#platform/contract/messages.ts'
import { bodyOf } from '#kit/server/answer.ts'
import { answerTo, readInput } from '#kit/server/call.ts'
import { bearer, idempotencyKey, register, type Api } from '#kit/server/handle.ts'
import { toAppError } from '#kit/server/refusals.ts'

type Input = ParsedOf<typeof bulkWrite>

/** Message of a notice answer; '' for any other. */
function noticeIn(body: string): string {
  const { message } = JSON.parse(body) as { message?: unknown }
  return typeof message === 'string' ? message : ''
}

/**
 * Writes the rows one after the other, each like a separate request with right, rules, transaction and audit. A refused
 * row does not stop the others; a server error or REAUTH does, keeping finished rows. With an idempotency key, finished
 * rows return their first answer.
 */
async function writeEach(api: Api, input: Input, request: FastifyRequest): Promise<BulkAnswer> {
  const write = api.rowWrites.get(`${input.method} ${input.path}`)
  if (!write) throw new AppError('VALIDATION', messages.invalid, { fields: { path: 'Không có' } })
  const key = idempotencyKey(request)
  const answer: BulkAnswer = { done: 0, refused: [] }
  const messageCounts = new Map<string, number>()
  for (const id of new Set(input.ids)) {
    // Checked for each row: session or right may end meanwhile.
    const session = await api.sessions.find(bearer(request) ?? '')
    if (!session) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
    // Calls of one change are one act; the account id is part of it, so that no one can add to another account's notices.
    const act = input.act === undefined ? request.id : `${input.act} ${session.actor.id}`
    try {
      const version = input.versions[id]
      const body = { ...input.input, [ofManyName]: true, ...(version !== undefined && { version }) }
      const message = noticeIn(await write(request, session, { id, body, key: key && `${key} ${id}`, act }))
      answer.done += 1
      if (message !== '') messageCounts.set(message, (messageCounts.get(message) ?? 0) + 1)
    } catch (error) {
      const refusal = toAppError(error)
      if (refusal.status >= 500 || refusal.code === 'REAUTH') throw error
      answer.refused.push({ id, code: refusal.code, msg: refusal.message })
    }
  }
  return messageCounts.size === 0
    ? answer
    : { ...answer, said: [...messageCounts].map(([message, rows]) => ({ words: message, rows })) }
}

/** Users with a running call: a second one waits, so that one user's rows do not take all capacity. */
const busy = new Set<string>()

export function serveBulk(api: Api): void {
  register(api, {
    method: bulkWrite.method,
    path: bulkWrite.path,
    may: 'any',
    mode: 'read',
    limit: 'bulk',
    parse: (raw): Input => readInput(bulkWrite.input, raw),
    run: async () => null,
    reply: async ({ actor }, input, reply, request) => {
      if (busy.has(actor.id)) throw new AppError('RATE_LIMITED', bulkUnderWay, { retryAfter: 2 })
      busy.add(actor.id)
      try {
        reply.type('application/json; charset=utf-8')
        return bodyOf(answerTo(bulkWrite, await writeEach(api, input, request)))
      } finally {
        busy.delete(actor.id)
      }
    },
  })
}
