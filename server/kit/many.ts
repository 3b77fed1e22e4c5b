/** POST /api/v1/many: one write of a row, done for many rows in one request. */
import type { FastifyRequest } from 'fastify'
import type { ParsedOf } from '../../contract/kit/call.ts'
import { AppError } from '../../contract/kit/error.ts'
import { changeMany, manyUnderWay, type ManyAnswer } from '../../contract/kit/many.ts'
import { messages } from '../../contract/messages.ts'
import { bodyOf } from './answer.ts'
import { readInput } from './call.ts'
import { bearer, idempotencyKey, register, type House } from './handle.ts'
import { toAppError } from './refusals.ts'

type Input = ParsedOf<typeof changeMany>

/**
 * Writes the rows one after the other, each as if it came alone: own right, own rules, own transaction, own trail. A
 * row that is refused does not stop the others; a fault of the server does, and what was done stays done. With a key
 * a row that was done answers the same again.
 */
async function writeEach(house: House, input: Input, request: FastifyRequest): Promise<ManyAnswer> {
  const write = house.rowWrites.get(`${input.method} ${input.path}`)
  if (!write) throw new AppError('VALIDATION', messages.invalid, { fields: { path: 'Không có' } })
  const key = idempotencyKey(request)
  const answer: ManyAnswer = { done: 0, refused: [] }
  for (const id of new Set(input.ids)) {
    // Asked for each row: a session may end and a right may go while the rows are written.
    const session = await house.sessions.find(bearer(request) ?? '')
    if (!session) throw new AppError('UNAUTHENTICATED', messages.sessionEnded)
    try {
      await write(request, session, { id, body: input.input, key: key && `${key} ${id}` })
      answer.done += 1
    } catch (error) {
      const refusal = toAppError(error)
      if (refusal.status >= 500) throw error
      answer.refused.push({ id, code: refusal.code, msg: refusal.message })
    }
  }
  return answer
}

/** Who has a call under way: a second one waits for its end, so that one user's rows are not everybody's work. */
const busy = new Set<string>()

/** Registers the call. */
export function serveMany(house: House): void {
  register(house, {
    method: changeMany.method,
    path: changeMany.path,
    may: 'any',
    mode: 'read',
    parse: (raw): Input => readInput(changeMany.input, raw),
    run: async () => null,
    reply: async ({ actor }, input, reply, request) => {
      if (busy.has(actor.id)) throw new AppError('RATE_LIMITED', manyUnderWay, { retryAfter: 2 })
      busy.add(actor.id)
      try {
        reply.type('application/json; charset=utf-8')
        return bodyOf(await writeEach(house, input, request))
      } finally {
        busy.delete(actor.id)
      }
    },
  })
}
