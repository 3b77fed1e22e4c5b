/** Sessions by token. Cached in memory, dropped within a second of a lock, logout or change of rights. */
import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '#platform/contract/abilities.ts'
import type { Bar } from '#platform/contract/calls/session.ts'
import type { Channel } from '#platform/contract/channels.ts'
import { openListener } from '#platform/server/db/listener.ts'
import type { Readers } from '#platform/server/db/readers.ts'
import { actorColumns, toActor, type ActorRow } from './actor.ts'
import type { Log, Scope } from './context.ts'

export type Session = {
  hash: string
  actor: Actor
  scope: Scope
  expiresAt: number
  /** What the user must do before anything else: set a password, or enter a second factor. */
  bar: Bar | null
}
type Entry = { session: Session; checkedAt: number; seenAt: number }

/** Without the notification channel a cached session is trusted for this long, in ms. */
const blindTrust = 5_000
/** Most sessions kept in memory; an evicted one is read again. */
const mostKept = 10_000
/** `seen_at` is written at most this often, in ms. */
const seenEvery = 60_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A new opaque 256-bit token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Condition that a session `s` of user `u` is valid. */
export const livingSession = (idleSeconds: number): Sql => sql`
  s.revoked_at IS NULL AND s.expires_at > now()
    AND s.seen_at > now() - make_interval(secs => ${idleSeconds}) AND NOT u.is_deleted`

type SessionRow = ActorRow & { hash: string; expires_at: string; bar: Bar | null }

const sessionRows = (hashes: readonly string[], idleSeconds: number): Sql => sql`
  SELECT ${actorColumns}, encode(s.token_hash, 'hex') AS hash, extract(epoch FROM s.expires_at) * 1000 AS expires_at,
    CASE WHEN u.must_change_password THEN 'PASSWORD_CHANGE' WHEN factor_of(u.id) = 'due' THEN 'FACTOR_SETUP' END AS bar
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = u.role_id
  WHERE s.token_hash IN (SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) hash) AND ${livingSession(idleSeconds)}`

const toSession = (row: SessionRow): Session => ({
  hash: row.hash,
  expiresAt: Number(row.expires_at),
  bar: row.bar,
  ...toActor(row),
})

export type Sessions = {
  /** A session expires after this time without use. */
  idleSeconds: number
  find: (token: string) => Promise<Session | null>
  /** Those of many sessions that are still valid, by token hash and with current rights, in one query. */
  living: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Session>>
  /** Called with the token hash of every ended session, and with null when rights changed. */
  onChange: (listener: (hash: string | null) => void) => void
  /** Called with each resource for which a trigger reports changed rows. */
  onRows: (listener: (channel: Channel) => void) => void
  /** Called with the username of every user whose notices changed. */
  onBell: (listener: (username: string) => void) => void
  close: () => Promise<void>
}

type Store = {
  pool: Pool
  readers: Readers
  idleSeconds: number
  log: Log
  cache: Map<string, Entry>
  /** Number of changes notified so far: data read before the latest one may be stale. */
  changes: number
}

function forget(store: Store, hash: string | null): void {
  store.changes += 1
  if (hash === null) store.cache.clear()
  else store.cache.delete(hash)
}

function keep({ cache }: Store, session: Session): void {
  const { hash } = session
  cache.set(hash, { session, checkedAt: Date.now(), seenAt: cache.get(hash)?.seenAt ?? 0 })
  const oldest = cache.keys().next().value
  if (cache.size > mostKept && oldest !== undefined) cache.delete(oldest)
}

async function load(store: Store, hash: string): Promise<Session | null> {
  const before = store.changes
  const { rows } = await store.readers.query<SessionRow>(sessionRows([hash], store.idleSeconds))
  const row = rows[0]
  if (!row) {
    store.cache.delete(hash)
    return null
  }
  const session = toSession(row)
  // Read before a change that was notified meanwhile: valid for this request, but not cached.
  if (before === store.changes) keep(store, session)
  return session
}

/** Whether a cached session may be used without querying the database. */
function isGood({ session, checkedAt, seenAt }: Entry, idleSeconds: number, listening: boolean): boolean {
  const now = Date.now()
  const fresh = now < session.expiresAt && (listening || now - checkedAt < blindTrust)
  const idle = seenAt > 0 && now - seenAt > idleSeconds * 1000
  // A session with a bar is read again each time: the user may have just lifted it, and the notification may not have arrived.
  return fresh && !idle && !session.bar
}

/** Not awaited: if the database is read-only, reads continue. */
function noteSeen({ pool, log }: Store, entry: Entry): void {
  const now = Date.now()
  if (now - entry.seenAt < seenEvery) return
  entry.seenAt = now
  // A decision of the same session may hold the row (hold-session.ts).
  const noted = pool.query(sql`
    UPDATE sessions SET seen_at = now() WHERE token_hash IN (SELECT token_hash FROM sessions
      WHERE token_hash = decode(${entry.session.hash}, 'hex') FOR NO KEY UPDATE SKIP LOCKED)`)
  noted.catch((error: unknown) => log.warn({ error: String(error) }, 'session not noted'))
}

/** Opens the session store of this process, with its own listening connection. */
export async function openSessions(
  pool: Pool,
  { url, readers, idleSeconds, log }: { url: string; readers: Readers; idleSeconds: number; log: Log },
): Promise<Sessions> {
  const store: Store = { pool, readers, idleSeconds, log, cache: new Map(), changes: 0 }
  const listeners: ((hash: string | null) => void)[] = []
  const rowListeners: ((channel: Channel) => void)[] = []
  const bellListeners: ((username: string) => void)[] = []
  const changed = (hash: string | null): void => {
    forget(store, hash)
    for (const listener of listeners) listener(hash)
  }
  const listener = await openListener({
    url,
    channels: ['rights', 'session', 'changed', 'bell'],
    onMessage(channel, payload) {
      // Triggers send the channel.
      if (channel === 'changed') rowListeners.forEach((listener) => listener(payload as Channel))
      else if (channel === 'bell') bellListeners.forEach((listener) => listener(payload))
      else changed(channel === 'session' ? payload : null)
    },
    onBegin: () => changed(null),
    log,
  })
  return {
    idleSeconds,
    async find(token) {
      const hash = hashToken(token)
      const cached = store.cache.get(hash)
      const good = cached && isGood(cached, idleSeconds, listener.listening())
      const session = good ? cached.session : await load(store, hash)
      const entry = store.cache.get(hash)
      if (session && entry) noteSeen(store, entry)
      return session
    },
    async living(hashes) {
      const { rows } = await readers.query<SessionRow>(sessionRows(hashes, idleSeconds))
      return new Map(rows.filter((row) => !row.bar).map((row) => [row.hash, toSession(row)]))
    },
    onChange: (listener) => void listeners.push(listener),
    onRows: (listener) => void rowListeners.push(listener),
    onBell: (listener) => void bellListeners.push(listener),
    close: listener.close,
  }
}
