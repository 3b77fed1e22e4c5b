/** Calls over the live channel: answered only to the calling socket, with the account of its session. */
import { isObject } from '#kit/contract/is-object.ts'
import type { Socket } from 'socket.io'
import type { Actor } from '#platform/contract/abilities.ts'
import { messages } from '#platform/contract/messages.ts'
import type { Log } from '#kit/server/context.ts'
import { toAppError } from '#kit/server/refusals.ts'
import type { Sessions } from '#kit/server/sessions.ts'

type LiveCall = {
  reply: string
  run: (actor: Actor, data: Record<string, unknown>) => Promise<unknown>
}
export type LiveCalls = Readonly<Record<string, LiveCall>>

type CallerOfSocket = { token: string; sessions: Sessions; log: Log }

/** Answers one request and returns its `client_id`, so that the client can match them. */
async function answer(
  call: LiveCall,
  request: unknown,
  { token, sessions, log }: CallerOfSocket,
): Promise<object> {
  const fields = isObject(request) ? request : {}
  const client_id = typeof fields.client_id === 'string' ? fields.client_id.slice(0, 100) : ''
  // A token in the payload or its data (D2-Q-48) is checked too, but the handshake determines the caller (D1-Q-101).
  const ended = { client_id, code: 'UNAUTHENTICATED', msg: messages.sessionEnded }
  const data = isObject(fields.data) ? fields.data : {}
  if ((fields.token ?? data.token) !== token) return ended
  try {
    // Checked for each call, as for requests: the session may have ended since the socket connected.
    const session = await sessions.find(token)
    if (!session || session.bar) return ended
    return { client_id, data: await call.run(session.actor, data) }
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.status >= 500)
      log.error({ err: error, inner: refusal.inner, call: call.reply }, 'live call failed')
    const { code, msg } = refusal.body()
    return { client_id, code, msg }
  }
}

export function serveCalls(socket: Socket, calls: LiveCalls, asker: CallerOfSocket): void {
  for (const [event, call] of Object.entries(calls)) {
    socket.on(event, (request: unknown) => {
      void answer(call, request, asker).then((reply) => socket.emit(call.reply, reply))
    })
  }
}
