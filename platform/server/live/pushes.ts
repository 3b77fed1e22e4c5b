/** Pushes of which lists changed: one message to all sockets of the same rights, with every list that they may hear of (D1-RT). */
import { randomUUID } from 'node:crypto'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '#platform/contract/abilities.ts'
import type { Channel } from '#platform/contract/channels.ts'
import type { ServerEvents } from '#platform/contract/live.ts'
import { allChannels, heardWith, hearingOf } from './readers.ts'

/** Changes are gathered this long before they are pushed, in ms; for half of it before other processes are told. */
export const gather = 200
const hop = gather / 2
/** Time between two pushes in ms: all are told within a second, on other processes too. */
const rest = 800

/** What a server process tells the others of changes; its messages are numbered, so that a lost one is noticed. */
export type ForeignChanges = {
  resources: Channel[]
  /** Accounts of which alone the floor has changed; null: of anybody. */
  people: string[] | null
  n: number
  from: string
}
type ProcessEvents = { changes: (event: ForeignChanges) => void }
type Io = Server<Record<never, never>, ServerEvents, ProcessEvents>
type Hearer = Pick<Socket, 'rooms' | 'join' | 'leave'>

export type Pushes = {
  /** Rows of a list changed by this process, of the floor perhaps of some people alone: every process tells its sockets. */
  publish: (channel: Channel, onFloor?: readonly string[]) => void
  /** The database says that rows of a list changed: every process hears that by itself, and tells its own sockets. */
  overhear: (channel: Channel) => void
  /** Has a socket hear of what its actor may read, as the rights are now. */
  hearAs: (socket: Hearer, actor: Actor) => void
  stop: () => void
}

/** Sockets of the same rights are one room, numbered for themselves: a screen that sees a gap reads everything again. */
type Room = { hears: ReadonlySet<string>; from: string; n: number }
const roomPrefix = 'hears:'

/** The rooms of this process. */
function openRooms(io: Io) {
  const rooms = new Map<string, Room>()
  return {
    /** Tells each room once what of `changed` it may hear; everybody, when something was `missed`. */
    tell(changed: readonly Channel[], missed: boolean): void {
      for (const [name, room] of rooms) {
        if (!io.sockets.adapter.rooms.has(name)) {
          rooms.delete(name)
          continue
        }
        const resources = changed.filter((channel) => room.hears.has(channel))
        if (resources.length === 0 && !missed) continue
        room.n += missed ? 2 : 1
        io.local.to(name).emit('changes', { resources, n: room.n, from: room.from })
      }
    },
    enter(socket: Hearer, actor: Actor): void {
      const key = hearingOf(actor)
      const name = roomPrefix + key
      for (const old of socket.rooms) if (old.startsWith(roomPrefix) && old !== name) void socket.leave(old)
      if (!rooms.has(name)) rooms.set(name, { hears: heardWith(key), from: randomUUID(), n: 0 })
      void socket.join(name)
    },
  }
}

/** Tells other processes what changed here, gathered; answers how to note it. */
function openTelling(io: Io) {
  const me = randomUUID()
  const changed = new Set<Channel>()
  let people: Set<string> | null = new Set<string>()
  let n = 0
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    timer = undefined
    n += 1
    io.serverSideEmit('changes', { resources: [...changed], people: people && [...people], n, from: me })
    changed.clear()
    people = new Set()
  }
  return {
    note(channel: Channel, onFloor?: readonly string[]): void {
      changed.add(channel)
      if (channel === 'floor') people = people && onFloor ? new Set([...people, ...onFloor]) : null
      timer ??= setTimeout(tell, hop)
    },
    stop: () => clearTimeout(timer),
  }
}

type Heard = { channels: readonly Channel[]; people?: readonly string[]; missed: boolean }

/** Hears what other processes tell; `hear` gets all lists when a message was lost. */
function listen(io: Io, hear: (heard: Heard) => void): void {
  const last = new Map<string, number>()
  io.on('changes', ({ resources, people, n, from }) => {
    const missed = n > (last.get(from) ?? n - 1) + 1
    last.set(from, n)
    // One that runs the version before sends no people.
    hear(
      missed ? { channels: allChannels, missed } : { channels: resources, ...(people && { people }), missed },
    )
  })
}

/** Is called with each list that others changed, of the floor with the people if those are known. */
export type OnForeignChange = (resource: string, people?: readonly string[]) => void

/** `shared`: there may be other processes. */
export function openPushes(
  io: Io,
  { shared, onForeignChange }: { shared: boolean; onForeignChange?: OnForeignChange },
): Pushes {
  const rooms = openRooms(io)
  const others = openTelling(io)
  const changed = new Set<Channel>()
  let missed = false
  let pushedAt = -Infinity
  let dueAt = Infinity
  let timer: NodeJS.Timeout | undefined

  function push(): void {
    pushedAt = performance.now()
    dueAt = Infinity
    rooms.tell([...changed], missed)
    changed.clear()
    missed = false
  }
  /** All that comes within the pause goes with the next push. */
  function hear(channel: Channel, within: number): void {
    changed.add(channel)
    const now = performance.now()
    const due = Math.max(now + within, pushedAt + rest)
    if (due >= dueAt) return
    dueAt = due
    clearTimeout(timer)
    timer = setTimeout(push, due - now)
  }
  listen(io, (heard) => {
    missed ||= heard.missed
    for (const channel of heard.channels) {
      onForeignChange?.(channel, heard.people)
      hear(channel, gather - hop)
    }
  })
  return {
    publish(channel, onFloor) {
      hear(channel, gather)
      if (shared) others.note(channel, onFloor)
    },
    overhear: (channel) => hear(channel, gather),
    hearAs: (socket, actor) => rooms.enter(socket, actor),
    stop() {
      clearTimeout(timer)
      others.stop()
    },
  }
}
