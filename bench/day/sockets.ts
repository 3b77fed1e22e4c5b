/**
 * The live channel of all windows, in a separate thread: connects, reports events, and when a screen would read
 * again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#platform/contract/live.ts'
import { paceReads } from '#platform/app/web/shell/paced.ts'
import type { Window } from './windows.ts'

export type Given = { url: string; windows: readonly Window[]; probe: SharedArrayBuffer }
/** Messages to the thread: send the figures, close, or the number of a finished read. */
export type Asked = 'figures' | 'close' | { read: number }
/** From the thread: a window wants to read again, or has reconnected. */
export type Told =
  | { kind: 'ready' }
  | { kind: 'reread'; window: number; reading: number }
  | { kind: 'back'; window: number }
  | ({ kind: 'figures' } & Heard)
export type Heard = {
  connected: number
  /** Sessions refused by the channel. */
  refused: number
  /** Changes sent to windows that show the rows. */
  told: number
  /** Messages, and how often they named each list. */
  messages: number
  changes: Record<string, number>
  /** ms from the answer of a probe until each socket received it. */
  waits: number[]
  /** Last time at which a socket reconnected, as of `performance.timeOrigin`. */
  lastBack: number
}

type Line = Socket<ServerEvents, ClientEvents>

const { url, windows, probe } = workerData as Given
const probed = new Float64Array(probe)
const heard: Heard = {
  connected: 0,
  refused: 0,
  told: 0,
  messages: 0,
  changes: {},
  waits: [],
  lastBack: 0,
}
const now = (): number => performance.timeOrigin + performance.now()
const tell = (message: Told): void => parentPort?.postMessage(message)

/** Callbacks for the end of each running read. */
const readings = new Map<number, () => void>()
let lastReading = 0

/** Requests reads of a window in front, at the pace of the product's pages. */
const pacedReads = (window: number) =>
  paceReads<string>(
    () =>
      new Promise((read) => {
        lastReading += 1
        readings.set(lastReading, read)
        tell({ kind: 'reread', window, reading: lastReading })
      }),
    () => true,
  )

function follow(socket: Line, index: number, { channels, front }: Window): void {
  const reads = pacedReads(index)
  let answered = 0
  socket.on('changes', ({ resources }) => {
    heard.messages += 1
    for (const resource of resources) heard.changes[resource] = (heard.changes[resource] ?? 0) + 1
    const visible = resources.filter((resource) => channels.includes(resource))
    if (visible.length > 0) {
      heard.told += 1
      if (front) reads.note(visible)
    }
    const probedAt = probed[0] ?? 0
    // Others may change that list later: only the first push after a probe belongs to it.
    if (!resources.includes('khr') || probedAt === 0 || probedAt === answered) return
    answered = probedAt
    heard.waits.push(now() - probedAt)
  })
}

/** Connects a window and keeps it connected as platform/app/web/shell/live.ts does. */
function connect(window: Window, index: number): Line {
  const { token } = window
  const announcement = { client_index: String(index), host: new URL(url).host, token }
  const socket: Line = io(url, { transports: ['websocket'], forceNew: true, auth: announcement })
  let before = false
  socket.on('connect', () => {
    heard.connected += 1
    heard.lastBack = now()
    socket.emit('thongTinKetNoi', announcement)
    // A window in the background reads again when it is shown.
    if (before && window.front) tell({ kind: 'back', window: index })
    before = true
  })
  const later = (): void => void setTimeout(() => socket.connect(), 3_000 * (0.5 + Math.random()))
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return
    if (message === 'UNAUTHENTICATED') heard.refused += 1
    later()
  })
  socket.on('disconnect', (reason) => {
    heard.connected -= 1
    if (reason === 'io server disconnect') later()
  })
  follow(socket, index, window)
  return socket
}

const sockets: Line[] = []
for (const [index, window] of windows.entries()) {
  sockets.push(connect(window, index))
  if (index % 25 === 24) await sleep(100)
}
while (heard.connected < windows.length) await sleep(50)
tell({ kind: 'ready' })
parentPort?.on('message', (message: Asked) => {
  if (typeof message === 'object') {
    readings.get(message.read)?.()
    readings.delete(message.read)
  } else if (message === 'figures') tell({ kind: 'figures', ...heard })
  else {
    for (const socket of sockets) socket.disconnect()
    parentPort?.close()
  }
})
