/**
 * The live channel: change events and the bell mark cached data as stale, jobs report progress, some notices are
 * only toasts (D1-RT).
 */
import { io, type Socket } from 'socket.io-client'
import type { Channel as ChangedRows } from '#platform/contract/channels.ts'
import type { ClientEvents, ServerEvents } from '#platform/contract/live.ts'
import { inBackground } from '#kit/web/client.ts'
import { showError, toast } from '#kit/web/feedback.ts'
import { emitJob } from '#kit/web/jobs.ts'
import { channel, type Channel } from '#kit/web/live.ts'
import { networkBack } from '#kit/web/network.ts'
import { queryClient, refresh } from '#kit/web/query.ts'
import { storeText, storedText, thisTab } from '#kit/web/storage.ts'
import { refreshPublicSettings } from '#kit/web/public-settings.ts'
import { currentToken } from '#kit/web/token.ts'
import { renewRights } from '../session/renew-rights.ts'
import { paceReads } from './paced.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>
type Listener = Parameters<Channel['on']>[1]

const indexKey = 'client_index'
/** Time before a refused connection is retried, in ms; times 0.5 to 1.5, so that clients do not all come at once. */
const retryAfter = 3_000

/** Identifies one tab of a browser; lives as long as the tab. */
function clientIndex(): string {
  const stored = storedText(indexKey, thisTab)
  if (stored) return stored
  const created = crypto.randomUUID()
  storeText(indexKey, created, thisTab)
  return created
}

/** The client's data in the handshake and once more after connecting (D1-Q-011). */
const announcement = () => ({
  client_index: clientIndex(),
  host: location.host,
  token: currentToken() ?? '',
})

/** Instead of a name: anything may have changed. */
const everything = Symbol('everything')

/** Change events for everything on the page, workflows included, at the pace of the page. */
function openChanges() {
  const listeners = new Set<Listener>()
  const changes = paceReads<ChangedRows | typeof everything>(
    async (names) => {
      const everyRow = names.includes(everything)
      const resources = names.filter((name) => name !== everything)
      const has = (name: ChangedRows): boolean => everyRow || resources.includes(name)
      if (has('setting')) refreshPublicSettings()
      if (has('role') || has('users')) renewRights().catch(showError)
      const reading = inBackground(() => (everyRow ? queryClient.invalidateQueries() : refresh(...resources)))
      await Promise.all([reading, ...[...listeners].map((listener) => listener({ resources }))])
    },
    () => document.visibilityState === 'visible',
  )
  return { ...changes, listeners }
}
type Changes = ReturnType<typeof openChanges>

/** The last number of each series; a gap means that events were missed. */
function followChanges(live: LiveSocket, changes: Changes): void {
  const lastNumbers = new Map<string, number>()
  live.on('changes', ({ resources, n, from }) => {
    const last = lastNumbers.get(from)
    lastNumbers.set(from, n)
    const gap = last !== undefined && n > last + 1
    changes.note(gap ? [everything] : resources)
  })
}

/** Uses the session of the connection: another tab may have signed in again since. */
function channelOf(live: LiveSocket, token: string, { listeners }: Changes): Channel {
  // Workflows have their own events, unknown to this file.
  const line = live as unknown as Channel
  return {
    token,
    emit: (event, payload) => line.emit(event, payload),
    on: (event, listener) => void (event === 'changes' ? listeners.add(listener) : line.on(event, listener)),
    off: (event, listener) =>
      void (event === 'changes' ? listeners.delete(listener) : line.off(event, listener)),
  }
}

/**
 * Reconnects where Socket.IO would not: after a refusal, and after the server closed the connection. `ended` is
 * called if the session is the reason and no other tab has signed in since.
 */
function comeBack(live: LiveSocket, opened: () => string, ended: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const reconnect = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => live.connect(), retryAfter * (0.5 + Math.random()))
  }
  const lost = (): void => {
    const now = currentToken()
    if (now === null || now === opened()) ended()
    else reconnect()
  }
  live.on('sessionEnded', lost)
  live.on('connect_error', ({ message }) => {
    if (live.active) return
    if (message === 'UNAUTHENTICATED') lost()
    else reconnect()
  })
  live.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reconnect()
  })
  return () => clearTimeout(timer)
}

/**
 * Connects for the signed-in user; returns how to disconnect. `ended` is called when the session was ended
 * elsewhere.
 */
export function connectLive(ended: () => void): () => void {
  let announced = announcement()
  const live: LiveSocket = io({
    transports: ['websocket'],
    auth: (answer) => answer((announced = announcement())),
  })
  const changes = openChanges()
  live.on('connect', () => {
    channel.set(channelOf(live, announced.token, changes))
    live.emit('thongTinKetNoi', announced)
    networkBack()
    // Changes without an event: between the first answers and the first connect, or while the connection was lost.
    changes.note([everything])
  })
  live.on('disconnect', () => channel.set(null))
  followChanges(live, changes)
  document.addEventListener('visibilitychange', changes.look)
  live.on('job', emitJob)
  live.on('bell', () => void refresh('thongbao'))
  live.on('handEmptied', () => void refresh('care/mine'))
  live.on('showThongBao', ({ content }) => toast('info', content))
  const giveUp = comeBack(live, () => announced.token, ended)
  return () => {
    giveUp()
    changes.stop()
    document.removeEventListener('visibilitychange', changes.look)
    live.disconnect()
    channel.set(null)
  }
}
