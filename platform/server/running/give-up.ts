/** Aborts a request: sends the reason to the client, then closes its connection. */
import type { FastifyReply } from 'fastify'
import type { AppError } from '#kit/contract/error.ts'

/** Time for the response to arrive before the connection is closed, in ms. */
export const farewell = 1_000

/** Answers `refusal` in place of the handler; a response already started is only ended. */
export function giveUp(reply: FastifyReply, refusal: AppError): void {
  const { raw, request } = reply
  const { socket } = request.raw
  if (raw.headersSent) {
    socket.destroy()
    return
  }
  // A later answer of the handler is dropped.
  reply.hijack()
  raw.writeHead(refusal.status, {
    'content-type': 'application/json; charset=utf-8',
    ...(refusal.retryAfter && { 'retry-after': String(refusal.retryAfter) }),
    'x-request-id': request.id,
  })
  raw.end(JSON.stringify(refusal.body()))
  // A connection closed with unread bytes is reset, and the response would be lost.
  request.raw.resume()
  setTimeout(() => socket.destroy(), farewell).unref()
}
