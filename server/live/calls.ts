/** Questions asked over the live channel: answered to the asking socket alone, in the name of its session. */
import { isObject } from '../../contract/kit/is-object.ts'
import type { Socket } from 'socket.io'
import type { Actor } from '../../contract/abilities.ts'
import { messages } from '../../contract/messages.ts'
import type { Log } from '../kit/context.ts'
import { toAppError } from '../kit/refusals.ts'
import type { Sessions } from '../kit/sessions.ts'

type LiveCall = {
  /** Event of the answer. */
  reply: string
  run: (actor: Actor, data: Record<string, unknown>) => Promise<unknown>
}
export type LiveCalls = Readonly<Record<string, LiveCall>>

type Asker = { token: string; sessions: Sessions; log: Log }

/** The answer to one request: its `client_id` comes back, so that the asker knows which question it was. */
async function answer(call: LiveCall, request: unknown, { token, sessions, log }: Asker): Promise<object> {
  const asked = isObject(request) ? request : {}
  const client_id = typeof asked.client_id === 'string' ? asked.client_id.slice(0, 100) : ''
  // The token in the payload, or in its data (D2-Q-48), is checked; who asks is decided by the handshake (D1-Q-101).
  const ended = { client_id, code: 'UNAUTHENTICATED', msg: messages.sessionEnded }
  const data = isObject(asked.data) ? asked.data : {}
  if ((asked.token ?? data.token) !== token) return ended
  try {
    // Asked for each question, as for each request: it may have ended since the socket was connected.
    const session = await sessions.find(token)
    if (!session || session.mustChange) return ended
    return { client_id, data: await call.run(session.actor, data) }
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.status >= 500)
      log.error({ err: error, inner: refusal.inner, call: call.reply }, 'live call failed')
    const { code, msg } = refusal.body()
    return { client_id, code, msg }
  }
}

/** Lets one socket ask `calls`. */
export function serveCalls(socket: Socket, calls: LiveCalls, asker: Asker): void {
  for (const [event, call] of Object.entries(calls)) {
    socket.on(event, (request: unknown) => {
      void answer(call, request, asker).then((reply) => socket.emit(call.reply, reply))
    })
  }
}
