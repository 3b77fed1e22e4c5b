/** Refuses input that never becomes a request and so reaches no route: late or too large headers, and invalid HTTP. */
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'

/** The refusal, with the matching HTTP status. */
function refusalOf(code: string | undefined): { status: number; refusal: AppError } {
  // The whole request has a time limit as well.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, refusal: new AppError('TOO_SLOW', refusals.tooSlow) }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, refusal: new AppError('TOO_LARGE', refusals.headTooLarge) }
  return { status: 400, refusal: new AppError('VALIDATION', messages.invalid) }
}

/** Responds directly on the connection and closes it. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  // Node's property for the response being written on the socket; nothing can be inserted into it.
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (socket.writable && error.code !== 'ECONNRESET' && !answer?.headersSent) {
    const { status, refusal } = refusalOf(error.code)
    const body = JSON.stringify(refusal.body())
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Strict-Transport-Security: max-age=31536000; includeSubDomains',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
