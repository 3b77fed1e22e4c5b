/** The live channel: pushes that lists changed, without the data; a socket is closed with its session. */
import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import { Server, type Socket } from 'socket.io'
import type { Channel } from '#platform/contract/channels.ts'
import type { Audience, ClientEvents, ServerEvents } from '#platform/contract/live.ts'
import { listeningPool, type Listening } from '../db/listening-pool.ts'
import { ownOrigin } from '../running/own-origin.ts'
import { setSecureHeaders } from '../running/secure-headers.ts'
import type { Log } from '#kit/server/context.ts'
import { serveCalls, type LiveCalls } from './calls.ts'
import { countAddresses, usualLimits, type SocketLimits } from './limits.ts'
import { batchMs, openPushes, type ForeignChanges, type OnForeignChange, type Pushes } from './pushes.ts'
import { openRechecks, type Data } from './rechecks.ts'
import type { Rates } from '#kit/server/rate.ts'
import type { Sessions } from '#kit/server/sessions.ts'

/** Events between server processes. */
type ProcessEvents = { changes: (event: ForeignChanges) => void }
type Live = Server<ClientEvents, ServerEvents, ProcessEvents, Data>
type LiveSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, Data>

export type LiveChannel = {
  /** Notifies all screens that rows of a resource changed; each reloads what its user may see. */
  publish: (channel: Channel, onFloor?: readonly string[]) => void
  notify: (userId: string, event: 'job' | 'handEmptied', payload: object) => void
  /** Sends `content`, plain text without phones, to an audience on every server process (D1-RT-07). */
  announce: (to: Audience, content: string) => void
  /** Number of sockets open on this process. */
  sockets: () => number
  close: () => Promise<void>
}

type Options = {
  sessions: Sessions
  /** Connection to other processes. */
  shared?: Listening
  log: Log
  calls?: LiveCalls
  rates: Rates
  limits?: Partial<SocketLimits>
  /** Called when another server process or the database reports changed rows of a resource. */
  onForeignChange?: OnForeignChange
}

/** Opens Socket.IO on the server's own port. Every connection needs a valid token in its handshake. */
export function openLive(http: HttpServer, options: Options): LiveChannel {
  const { sessions, shared, log, onForeignChange } = options
  const limits = { ...usualLimits, ...options.limits }
  const io = openServer(http, limits)
  const errorHandler = (error: Error) => log.warn({ error: error.message }, 'live channel')
  if (shared) io.adapter(createAdapter(listeningPool(shared, errorHandler), { errorHandler }))
  const pushes = openPushes(io, { ...options, shared: shared !== undefined })
  const rechecks = openRechecks(() => [...io.sockets.sockets.values()], {
    ...options,
    renew(socket, session) {
      if (!socket.connected) return
      pushes.hearAs(socket, session.actor)
      const before = socket.data.session.expiresAt
      socket.data.session = session
      // The session ends sooner, or has expired by this machine's clock and not yet by the database's.
      if (session.expiresAt < Math.max(before, Date.now())) rechecks.atExpiry(socket)
    },
  })
  io.use((socket, next) => void welcome(socket, { sessions, limits }, next))
  io.on('connection', (socket) => {
    serveSocket(socket, options, pushes)
    rechecks.atExpiry(socket)
  })
  sessions.onChange(rechecks.ask)
  sessions.onRows((resource) => {
    onForeignChange?.(resource)
    pushes.overhear(resource)
  })
  const bells = openBells(io)
  sessions.onBell(bells.ring)
  return {
    publish: pushes.publish,
    notify: (userId, event, payload) => void io.to(`user:${userId}`).emit(event, payload as never),
    announce: (to, content) => announce(io, to, content),
    sockets: () => io.sockets.sockets.size,
    close: async () => {
      pushes.stop()
      bells.stop()
      rechecks.stop()
      await io.close()
    },
  }
}

function openServer(http: HttpServer, limits: SocketLimits): Live {
  const io: Live = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64_000,
    connectTimeout: limits.silenceMs,
    allowRequest: (request, answer) => answer(null, ownOrigin(request) && mayOpen(request)),
  })
  const mayOpen = countAddresses(io, limits)
  // Its refusals do not go through the hooks of other requests.
  http.prependListener('request', (request, response) => {
    if (request.url?.startsWith(io.path())) setSecureHeaders(request, response)
  })
  return io
}

/** Notifies the devices of accounts with changed notices, batched; every process receives all of them. */
function openBells(io: Live) {
  const rung = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    io.local.to([...rung].map((username) => `staff:${username}`)).emit('bell')
    rung.clear()
  }
  return {
    ring: (username: string): void => {
      rung.add(username)
      timer ??= setTimeout(flush, batchMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Adds a new socket to the rooms of its user, and serves its calls. */
function serveSocket(socket: LiveSocket, options: Options, pushes: Pushes): void {
  const { session, token } = socket.data
  const { id, username } = session.actor
  void socket.join([`user:${id}`, `staff:${username}`, domainRoom(socket.handshake.headers.host)])
  pushes.hearAs(socket, session.actor)
  socket.use((_event, next) => void handleEvent(socket, next, options))
  serveCalls(socket, options.calls ?? {}, { token, ...options })
  socket.on('thongTinKetNoi', (announcement) => {
    if (announcement?.token !== token) socket.disconnect(true)
  })
}

function announce(io: Live, to: Audience, content: string): void {
  const sentAt = new Date().toISOString()
  const [room, domain] = 'domain' in to ? [domainRoom(to.domain), to.domain] : [`staff:${to.username}`, '']
  io.to(room).emit('showThongBao', { domain, content, at: sentAt })
}

/** The address the browser itself connected to, not one that a client claims. */
const domainRoom = (host: string | undefined): string => `domain:${(host ?? '').toLowerCase()}`

/** Undefined if the handshake has a valid token, and the socket then has its session; else the refusal. */
async function admit(socket: LiveSocket, sessions: Sessions): Promise<Error | undefined> {
  const { token } = socket.handshake.auth as { token?: unknown }
  if (typeof token !== 'string') return new Error('UNAUTHENTICATED')
  try {
    const session = await sessions.find(token)
    if (!session) return new Error('UNAUTHENTICATED')
    if (session.bar) return new Error(session.bar)
    socket.data = { session, token }
    return undefined
  } catch (error) {
    return new Error('UNAVAILABLE', { cause: error })
  }
}

async function welcome(
  socket: LiveSocket,
  { sessions, limits }: { sessions: Sessions; limits: SocketLimits },
  next: (error?: Error) => void,
): Promise<void> {
  const refusal = await admit(socket, sessions)
  const sameToken = [...socket.nsp.sockets.values()].filter(({ data }) => data.token === socket.data.token)
  next(refusal ?? (sameToken.length < limits.ofToken ? undefined : new Error('TOO_MANY')))
}

/** Handles an event within the rate limit; a flood ends the connection. */
async function handleEvent(
  socket: LiveSocket,
  next: () => void,
  { rates, log }: { rates: Rates; log: Log },
): Promise<void> {
  try {
    await rates.take('live', socket.data.session.actor.id)
  } catch (error) {
    if (!socket.connected) return
    log.warn({ socket: socket.id, error: String(error) }, 'live channel flooded')
    socket.disconnect(true)
    return
  }
  next()
}
