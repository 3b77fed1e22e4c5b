/** Questions asked over the live channel: answered to the asking socket alone, in the name of its session. */
import type { Socket } from 'socket.io'
import type { Actor } from '../../contract/abilities.ts'
import { messages } from '../../contract/messages.ts'
import { toAppError } from './refusals.ts'
import type { Session } from './sessions.ts'

export type LiveCall = {
  /** Event of the answer. */
  reply: string
  run: (actor: Actor, data: Record<string, unknown>) => Promise<unknown>
}
export type LiveCalls = Readonly<Record<string, LiveCall>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The answer to one request: its `client_id` comes back, so that the asker knows which question it was. */
async function answer(call: LiveCall, request: unknown, session: Session, token: string): Promise<object> {
  const asked = isObject(request) ? request : {}
  const client_id = typeof asked.client_id === 'string' ? asked.client_id.slice(0, 100) : ''
  // The token in the payload is checked and goes no further; who asks is decided by the handshake (D1-Q-101).
  if (asked.token !== token) return { client_id, code: 'UNAUTHENTICATED', msg: messages.sessionEnded }
  try {
    return { client_id, data: await call.run(session.actor, isObject(asked.data) ? asked.data : {}) }
  } catch (error) {
    const { code, msg } = toAppError(error).body()
    return { client_id, code, msg }
  }
}

/** Lets one socket ask `calls`. */
export function serveCalls(
  socket: Socket,
  calls: LiveCalls,
  held: { session: Session; token: string },
): void {
  for (const [event, call] of Object.entries(calls)) {
    socket.on(event, (request: unknown) => {
      void answer(call, request, held.session, held.token).then((reply) => socket.emit(call.reply, reply))
    })
  }
}
