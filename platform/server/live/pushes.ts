/** Pushes of changed lists: one message to all sockets with the same rights, with every list they may read (D1-RT). */
import { randomUUID } from 'node:crypto'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '#platform/contract/abilities.ts'
import type { Channel } from '#platform/contract/channels.ts'
import type { ServerEvents } from '#platform/contract/live.ts'
import { allChannels, heardWith, hearingOf } from './readers.ts'

/** Changes are batched for this long before they are pushed, in ms; half of it before they are sent to other processes. */
export const batchMs = 200
const hop = batchMs / 2
/** Minimum time between two pushes in ms: all arrive within a second, on other processes too. */
const minPause = 800

/** Changes sent between server processes; messages are numbered, so that lost ones are detected. */
export type ForeignChanges = {
  resources: Channel[]
  /** Accounts affected on the floor view; null: any. */
  people: string[] | null
  n: number
  from: string
}
type ProcessEvents = { changes: (event: ForeignChanges) => void }
type Io = Server<Record<never, never>, ServerEvents, ProcessEvents>
type Hearer = Pick<Socket, 'rooms' | 'join' | 'leave'>

export type Pushes = {
  /** Rows of a list changed by this process, on the floor possibly of some people only: every process pushes it to its sockets. */
  publish: (channel: Channel, onFloor?: readonly string[]) => void
  /** The database reports changed rows of a list: every process receives that directly, and pushes it to its own sockets. */
  overhear: (channel: Channel) => void
  /** Subscribes a socket to what its actor may currently read. */
  hearAs: (socket: Hearer, actor: Actor) => void
  stop: () => void
}

/** Sockets with the same rights share a room with its own sequence: a screen that sees a gap reloads everything. */
type Room = { hears: ReadonlySet<string>; from: string; n: number }
const roomPrefix = 'hears:'

/** The rooms of this process. */
function openRooms(io: Io) {
  const rooms = new Map<string, Room>()
  return {
    /** Pushes to each room the part of `changed` it may read; to all if something was `missed`. */
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

/** Sends this process's changes to the others, batched; returns how to add one. */
function openTelling(io: Io) {
  const me = randomUUID()
  const changed = new Set<Channel>()
  let people: Set<string> | null = new Set<string>()
  let n = 0
  let timer: NodeJS.Timeout | undefined
  const sendChanges = (): void => {
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
      timer ??= setTimeout(sendChanges, hop)
    },
    stop: () => clearTimeout(timer),
  }
}

type Heard = { channels: readonly Channel[]; people?: readonly string[]; missed: boolean }

/** Receives changes of other processes; `onHeard` gets all lists if a message was lost. */
function listen(io: Io, onHeard: (heard: Heard) => void): void {
  const last = new Map<string, number>()
  io.on('changes', ({ resources, people, n, from }) => {
    const missed = n > (last.get(from) ?? n - 1) + 1
    last.set(from, n)
    // A process of the previous version sends no people.
    onHeard(
      missed ? { channels: allChannels, missed } : { channels: resources, ...(people && { people }), missed },
    )
  })
}

/** Called with each list changed elsewhere, for the floor with the people if known. */
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
  /** Changes that arrive within the pause go with the next push. */
  function schedule(channel: Channel, within: number): void {
    changed.add(channel)
    const now = performance.now()
    const due = Math.max(now + within, pushedAt + minPause)
    if (due >= dueAt) return
    dueAt = due
    clearTimeout(timer)
    timer = setTimeout(push, due - now)
  }
  listen(io, (heard) => {
    missed ||= heard.missed
    for (const channel of heard.channels) {
      onForeignChange?.(channel, heard.people)
      schedule(channel, batchMs - hop)
    }
  })
  return {
    publish(channel, onFloor) {
      schedule(channel, batchMs)
      if (shared) others.note(channel, onFloor)
    },
    overhear: (channel) => schedule(channel, batchMs),
    hearAs: (socket, actor) => rooms.enter(socket, actor),
    stop() {
      clearTimeout(timer)
      others.stop()
    },
  }
}
