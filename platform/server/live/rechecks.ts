/** Disconnects sockets whose session ended, by notification or timeout. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '#platform/contract/live.ts'
import type { Log } from '#kit/server/context.ts'
import type { Session, Sessions } from '#kit/server/sessions.ts'

export type Data = { session: Session; token: string }
type LiveSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, Data>

/** Delay before a failed recheck is repeated, in ms. */
const retryAfter = 1_000
/** Shortest delay until a session is checked again, in ms: the database's clock may be behind. */
const shortestWait = 100
/** Longest delay of a timer, in ms. */
const longestWait = 2_147_483_647

type Options = {
  sessions: Sessions
  log: Log
  /** Called with a socket and its session's current rights. */
  renew: (socket: LiveSocket, session: Session) => void
}

/** One query for all of them: after a change of rights that is every open socket. */
async function recheck(
  sockets: readonly LiveSocket[],
  { sessions, renew }: Pick<Options, 'sessions' | 'renew'>,
): Promise<void> {
  const living = await sessions.living([...new Set(sockets.map(({ data }) => data.session.hash))])
  for (const socket of sockets) {
    const session = living.get(socket.data.session.hash)
    if (session) {
      renew(socket, session)
      continue
    }
    socket.emit('sessionEnded')
    socket.disconnect(true)
  }
}

/**
 * Rechecks the sockets of this process. `ask` rechecks those of a session, or all for null: after a lock, logout or
 * change of rights every socket with an invalid token is notified and closed. One recheck runs at a time; one that
 * fails because of the database is repeated.
 */
export function openRechecks(
  sockets: () => readonly LiveSocket[],
  { sessions, log, renew }: Options,
): { ask: (hash: string | null) => void; atExpiry: (socket: LiveSocket) => void; stop: () => void } {
  const due = new Set<string | null>()
  let running = false
  let stopped = false

  async function run(): Promise<void> {
    for (const hash of due) {
      if (stopped) return
      due.delete(hash)
      try {
        const affected = sockets().filter(({ data }) => hash === null || data.session.hash === hash)
        if (affected.length > 0) await recheck(affected, { sessions, renew })
      } catch (error) {
        log.warn({ error: String(error) }, 'live sessions not rechecked')
        due.add(hash)
        await sleep(retryAfter, undefined, { ref: false })
      }
    }
  }
  const ask = (hash: string | null): void => {
    due.add(hash)
    if (running) return
    running = true
    void run().finally(() => (running = false))
  }
  return {
    ask,
    atExpiry(socket) {
      const { hash, expiresAt } = socket.data.session
      const wait = Math.max(expiresAt - Date.now() + 1, shortestWait)
      const timer = setTimeout(() => ask(hash), Math.min(wait, longestWait))
      timer.unref()
      socket.once('disconnect', () => clearTimeout(timer))
    },
    stop: () => void (stopped = true),
  }
}
