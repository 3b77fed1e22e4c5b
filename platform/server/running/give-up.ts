/** Ends a request from the server's side: the caller is told why, then its connection is cut. */
import type { FastifyReply } from 'fastify'
import type { AppError } from '#kit/contract/error.ts'

/** Time for the answer to arrive before the connection is cut, in ms. */
export const farewell = 1_000

/** Answers `refusal` in place of the handler; an answer that has begun just ends. */
export function giveUp(reply: FastifyReply, refusal: AppError): void {
  const { raw, request } = reply
  const { socket } = request.raw
  if (raw.headersSent) {
    socket.destroy()
    return
  }
  // Whatever its handler still answers goes nowhere.
  reply.hijack()
  raw.writeHead(refusal.status, {
    'content-type': 'application/json; charset=utf-8',
    ...(refusal.retryAfter && { 'retry-after': String(refusal.retryAfter) }),
    'x-request-id': request.id,
  })
  raw.end(JSON.stringify(refusal.body()))
  // A connection that ends with unread bytes is reset, and the answer would be lost with it.
  request.raw.resume()
  setTimeout(() => socket.destroy(), farewell).unref()
}
