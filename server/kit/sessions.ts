/** Who a token belongs to. Kept in memory, forgotten within a second of a lock, logout or change of rights. */
import { createHash, randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../../contract/abilities.ts'
import type { Channel } from '../../contract/channels.ts'
import { actorColumns, toActor, type ActorRow } from './actor.ts'
import type { Log, Scope } from './context.ts'

export type Session = {
  hash: string
  actor: Actor
  scope: Scope
  expiresAt: number
  /** The password was given by somebody else and the own one is not set yet. */
  mustChange: boolean
}
type Entry = { session: Session; checkedAt: number; seenAt: number }

/** Without the notification channel a cached session is trusted this long, in ms. */
const blindTrust = 5_000
/** Sessions kept in memory at most; one that was put out is read again. */
const mostKept = 10_000
/** `seen_at` is written at most this often, in ms. */
const seenEvery = 60_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A new opaque 256-bit token. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What makes a session `s` of user `u` one that holds. */
const holds = (idleSeconds: number): Sql => sql`
  s.revoked_at IS NULL AND s.expires_at > now()
    AND s.seen_at > now() - make_interval(secs => ${idleSeconds}) AND NOT u.is_deleted`

type SessionRow = ActorRow & { hash: string; expires_at: string; must_change: boolean }

const sessionRows = (hashes: readonly string[], idleSeconds: number): Sql => sql`
  SELECT ${actorColumns}, encode(s.token_hash, 'hex') AS hash, extract(epoch FROM s.expires_at) * 1000 AS expires_at,
    u.must_change_password AS must_change
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = u.role_id
  WHERE s.token_hash IN (SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) hash) AND ${holds(idleSeconds)}`

const toSession = (row: SessionRow): Session => ({
  hash: row.hash,
  expiresAt: Number(row.expires_at),
  mustChange: row.must_change,
  ...toActor(row),
})

export type Sessions = {
  /** The live session of a token, or null. */
  find: (token: string) => Promise<Session | null>
  /** Those of many sessions that may go on, by token hash and with the rights of now, in one question to the database. */
  living: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Session>>
  /** Called with the token hash of every session ended, and with null when rights changed. */
  onChange: (listener: (hash: string | null) => void) => void
  /** Called with each resource of which the database itself says that rows changed. */
  onRows: (listener: (channel: Channel) => void) => void
  close: () => Promise<void>
}

/** Opens the session store of this process, with its own listening connection. */
export async function openSessions(
  pool: Pool,
  options: { url: string; idleSeconds: number; log: Log },
): Promise<Sessions> {
  const cache = new Map<string, Entry>()
  const listeners: ((hash: string | null) => void)[] = []
  const rowListeners: ((channel: Channel) => void)[] = []
  let listening = false
  let closed = false
  let client: Client
  /** Counts the changes heard of: what was read before the latest one may be out of date. */
  let changes = 0

  const changed = (hash: string | null) => {
    changes += 1
    if (hash === null) cache.clear()
    else cache.delete(hash)
    for (const listener of listeners) listener(hash)
  }

  async function listen(): Promise<void> {
    client = new Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: 'vasdesk-listen',
    })
    client.on('error', () => relisten())
    client.on('end', () => relisten())
    client.on('notification', ({ channel, payload = '' }) => {
      // Triggers name the channel.
      if (channel === 'changed') rowListeners.forEach((listener) => listener(payload as Channel))
      else changed(channel === 'session' ? payload : null)
    })
    await client.connect()
    await client.query('LISTEN rights; LISTEN session; LISTEN changed')
    listening = true
    // Whatever changed while nobody listened was not heard.
    changed(null)
  }
  let pending = false
  function relisten(): void {
    listening = false
    if (closed || pending) return
    pending = true
    client.removeAllListeners('end')
    client.end().catch((error: Error) => options.log.debug({ error: error.message }, 'listener already gone'))
    setTimeout(() => {
      pending = false
      listen().catch((error: Error) => {
        options.log.warn({ error: error.message }, 'cannot listen for session changes')
        relisten()
      })
    }, 500).unref()
  }
  await listen()

  function keep(session: Session): void {
    const { hash } = session
    cache.set(hash, { session, checkedAt: Date.now(), seenAt: cache.get(hash)?.seenAt ?? 0 })
    const oldest = cache.keys().next().value
    if (cache.size > mostKept && oldest !== undefined) cache.delete(oldest)
  }

  async function load(hash: string): Promise<Session | null> {
    const before = changes
    const { rows } = await pool.query<SessionRow>(sessionRows([hash], options.idleSeconds))
    const row = rows[0]
    if (!row) {
      cache.delete(hash)
      return null
    }
    const session = toSession(row)
    // Read before a change that was heard of meanwhile: good for this request, not to be kept.
    if (before === changes) keep(session)
    return session
  }

  async function seen(entry: Entry): Promise<void> {
    const now = Date.now()
    if (now - entry.seenAt < seenEvery) return
    entry.seenAt = now
    const noted = pool.query(
      sql`UPDATE sessions SET seen_at = now() WHERE token_hash = decode(${entry.session.hash}, 'hex')`,
    )
    // Where nothing can be written, reading goes on.
    await noted.catch((error: unknown) => options.log.warn({ error: String(error) }, 'session not noted'))
  }

  return {
    async find(token) {
      const hash = hashToken(token)
      const known = cache.get(hash)
      const now = Date.now()
      const fresh =
        known && now < known.session.expiresAt && (listening || now - known.checkedAt < blindTrust)
      const idle = known && known.seenAt > 0 && now - known.seenAt > options.idleSeconds * 1000
      // Who has just set an own password goes on at once, before the notification has arrived.
      const settled = known?.session.mustChange === false
      const session = fresh && !idle && settled ? known.session : await load(hash)
      const entry = cache.get(hash)
      if (session && entry) await seen(entry)
      return session
    },
    async living(hashes) {
      const { rows } = await pool.query<SessionRow>(sessionRows(hashes, options.idleSeconds))
      return new Map(rows.filter((row) => !row.must_change).map((row) => [row.hash, toSession(row)]))
    },
    onChange: (listener) => void listeners.push(listener),
    onRows: (listener) => void rowListeners.push(listener),
    async close() {
      closed = true
      client.removeAllListeners('end')
      await client.end()
    },
  }
}
