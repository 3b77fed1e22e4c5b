/** The live channel: pushes that something changed, never what; cut when the session is. */
import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import { Server, type Socket } from 'socket.io'
import type { Channel } from '../../contract/channels.ts'
import type { Audience, ClientEvents, ServerEvents } from '../../contract/live.ts'
import { listeningPool, type Listening } from '../db/listening-pool.ts'
import { ownOrigin } from '../running/own-origin.ts'
import { setSecureHeaders } from '../running/secure-headers.ts'
import type { Log } from '../kit/context.ts'
import { serveCalls, type LiveCalls } from './calls.ts'
import { countAddresses, usualLimits, type SocketLimits } from './limits.ts'
import { roomsFor, roomsOf } from './readers.ts'
import { openRechecks, type Data } from './rechecks.ts'
import type { Rates } from '../kit/rate.ts'
import type { Session, Sessions } from '../kit/sessions.ts'

/** What server processes tell each other. */
type ProcessEvents = { changed: (resources: string[]) => void }
type Live = Server<ClientEvents, ServerEvents, ProcessEvents, Data>
type LiveSocket = Socket<ClientEvents, ServerEvents, ProcessEvents, Data>

/** Changes are gathered this long before they are pushed, in ms. */
const gather = 200
/** Time between two pushes of one resource, in ms: each goes to every screen, and all are told within a second. */
const rest = 800

export type LiveChannel = {
  /** Tells every screen that rows of a resource changed; each reads again what its user may see. */
  publish: (channel: Channel) => void
  notify: (userId: string, event: 'job' | 'handEmptied', payload: object) => void
  /** Says `content`, plain text without phones, to an audience on every server process (D1-RT-07). */
  announce: (to: Audience, content: string) => void
  /** How many are open to this process. */
  sockets: () => number
  close: () => Promise<void>
}

type Options = {
  sessions: Sessions
  /** How other processes are heard and told. */
  shared?: Listening
  log: Log
  calls?: LiveCalls
  rates: Rates
  limits?: Partial<SocketLimits>
  /** Another server process or the database says that rows of a resource changed. */
  onForeignChange?: (resource: string) => void
}

/** Opens Socket.IO on the server's own port. Every connection needs a live token in its handshake. */
export function openLive(http: HttpServer, options: Options): LiveChannel {
  const { sessions, shared, log, onForeignChange } = options
  const limits = { ...usualLimits, ...options.limits }
  const io = openServer(http, limits)
  const errorHandler = (error: Error) => log.warn({ error: error.message }, 'live channel')
  if (shared) io.adapter(createAdapter(listeningPool(shared, errorHandler), { errorHandler }))
  const rechecks = openRechecks(() => [...io.sockets.sockets.values()], { ...options, renew: hearAs })
  io.use((socket, next) => void welcome(socket, { sessions, limits }, next))
  io.on('connection', (socket) => {
    serveSocket(socket, options)
    rechecks.atExpiry(socket)
  })
  sessions.onChange(rechecks.ask)
  const pushes = openPushes(io, shared !== undefined)
  io.on('changed', (resources) => resources.forEach((one) => onForeignChange?.(one)))
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
  // What it refuses it answers by itself, past the hooks of all other requests.
  http.prependListener('request', (request, response) => {
    if (request.url?.startsWith(io.path())) setSecureHeaders(request, response)
  })
  return io
}

/**
 * Pushes which rows changed, gathered for a moment, numbered so that a screen sees a gap, and of one resource not more
 * often than screens would read it again. What is `published` here goes to the screens of all processes; what the database says every process overhears, and tells its own.
 */
function openPushes(io: Live, shared: boolean) {
  const me = randomUUID()
  const numbers = new Map<string, number>()
  const published = new Map<Channel, number>()
  const overheard = new Map<Channel, number>()
  const pushedAt = new Map<Channel, number>()
  let timer: NodeJS.Timeout | undefined

  function push(channels: Iterable<Channel>, from: string, to: Pick<Live, 'to'>): void {
    for (const resource of channels) {
      pushedAt.set(resource, performance.now())
      const n = (numbers.get(`${from} ${resource}`) ?? 0) + 1
      numbers.set(`${from} ${resource}`, n)
      const rooms = roomsOf(resource)
      if (rooms.length > 0) to.to(rooms).emit('change', { resource, ids: [], n, from })
    }
  }
  const takeDue = (waiting: Map<Channel, number>): Channel[] => {
    const due = [...waiting].filter(([, at]) => at <= performance.now()).map(([channel]) => channel)
    for (const channel of due) waiting.delete(channel)
    return due
  }
  function flush(): void {
    timer = undefined
    const own = takeDue(published)
    push(own, me, io)
    for (const channel of own) overheard.delete(channel)
    push(takeDue(overheard), `${me} here`, io.local)
    if (shared && own.length > 0) io.serverSideEmit('changed', own)
    wait()
  }
  function wait(): void {
    const next = Math.min(...published.values(), ...overheard.values())
    if (next < Infinity) timer ??= setTimeout(flush, Math.max(1, next - performance.now()))
  }
  const gatherIn =
    (waiting: Map<Channel, number>) =>
    (channel: Channel): void => {
      if (waiting.has(channel)) return
      const now = performance.now()
      waiting.set(channel, Math.max(now + gather, (pushedAt.get(channel) ?? -rest) + rest))
      // Another one may be due earlier than the one that is waited for.
      clearTimeout(timer)
      timer = undefined
      wait()
    }
  return {
    publish: gatherIn(published),
    overhear: gatherIn(overheard),
    stop: () => clearTimeout(timer),
  }
}

/** Rings at the devices of whose notices changed, once for what comes together; every process hears of all of them. */
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
      timer ??= setTimeout(flush, gather)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Puts a new socket into the rooms of its user, and answers what it asks. */
function serveSocket(socket: LiveSocket, options: Options): void {
  const { session, token } = socket.data
  const { id, username } = session.actor
  void socket.join([`user:${id}`, `staff:${username}`, domainRoom(socket.handshake.headers.host)])
  hearAs(socket, session)
  socket.use((_event, next) => void hear(socket, next, options))
  serveCalls(socket, options.calls ?? {}, { token, ...options })
  socket.on('thongTinKetNoi', (announcement) => {
    if (announcement?.token !== token) socket.disconnect(true)
  })
}

function announce(io: Live, to: Audience, content: string): void {
  const at = new Date().toISOString()
  const [room, domain] = 'domain' in to ? [domainRoom(to.domain), to.domain] : [`staff:${to.username}`, '']
  io.to(room).emit('showThongBao', { domain, content, at })
}

/** The address the browser itself connected to, not what a client says of itself. */
const domainRoom = (host: string | undefined): string => `domain:${(host ?? '').toLowerCase()}`

/** Has the socket hear of the changes that its account may read of, as its rights are now. */
function hearAs(socket: Pick<LiveSocket, 'rooms' | 'join' | 'leave'>, { actor }: Session): void {
  const rooms = roomsFor(actor)
  for (const room of socket.rooms)
    if (room.startsWith('reads:') && !rooms.includes(room)) void socket.leave(room)
  void socket.join(rooms)
}

/** Undefined when the handshake carries a live token, and the socket then knows whose it is; else the refusal. */
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
  const same = [...socket.nsp.sockets.values()].filter(({ data }) => data.token === socket.data.token)
  next(refusal ?? (same.length < limits.ofToken ? undefined : new Error('TOO_MANY')))
}

/** Hears an event that is within the limit; a flood ends the connection. */
async function hear(
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
