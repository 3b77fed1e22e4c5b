/** The session cache with changes that arrive during a read, and with a lost database connection. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs, startTestServer, type TestServer } from '#test/server.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { openRechecks } from '#platform/server/live/rechecks.ts'
import { hashToken, openSessions, type Sessions } from './sessions.ts'

let server: TestServer
let sessions: Sessions
/** Delays the database's answers until it resolves. */
let gate: Promise<void> | undefined
let failing = false
let queryCount = 0
/** Statements sent to the database, pending or done. */
const statements: Promise<unknown>[] = []

beforeAll(async () => {
  server = await startTestServer()
  const query = async (...args: Parameters<Pool['query']>): Promise<unknown> => {
    queryCount += 1
    if (failing) throw new Error('Connection terminated')
    const [text] = args as unknown as [{ text: string; values: unknown[] }]
    const answered = server.pool.query(text)
    statements.push(answered)
    const answer = await answered
    await gate
    return answer
  }
  const pool = { query } as unknown as Pool
  sessions = await openSessions(pool, {
    url: server.url,
    readers: pool,
    idleSeconds: 3600,
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await sessions.close()
  await server.close()
})

test('an account locked while its session is being read is refused afterwards (threats C2)', async () => {
  const token = await signInAs(server.pool, 'sale111')
  let release = (): void => undefined
  gate = new Promise((resolve) => (release = resolve))
  let notified = false
  sessions.onChange(() => (notified = true))
  const reading = sessions.find(token)
  await server.pool.query(`SELECT pg_sleep(0.2)`)
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale111'`)
  await expect.poll(() => notified).toBe(true)
  gate = undefined
  release()
  await reading
  expect(await sessions.find(token)).toBeNull()
})

test("updating a session's last-seen time does not wait for a decision of the same session (D3-SEC-12)", async () => {
  const token = await signInAs(server.pool, 'sale122')
  const byToken = `token_hash = decode('${hashToken(token)}', 'hex')`
  const seen = async () =>
    (
      await server.pool.query(
        `SELECT FROM sessions WHERE ${byToken} AND seen_at > now() - interval '1 minute'`,
      )
    ).rowCount
  await server.pool.query(`UPDATE sessions SET seen_at = now() - interval '10 minutes' WHERE ${byToken}`)
  // Locks as hold-session.ts does until its commit.
  const decision = await server.pool.connect()
  try {
    await decision.query('BEGIN')
    await decision.query(`SELECT FROM sessions WHERE ${byToken} FOR SHARE`)
    statements.length = 0
    expect(await sessions.find(token)).not.toBeNull()
    expect(statements.length).toBeGreaterThan(1)
    await Promise.all(statements)
    expect(await seen()).toBe(0)
  } finally {
    await decision.query('ROLLBACK')
    decision.release()
  }
})

test('changes made while the listening connection was lost are caught up with after it reconnects (threats C2)', async () => {
  const token = await signInAs(server.pool, 'sale112')
  expect(await sessions.find(token)).not.toBeNull()
  const change = new Promise<string | null>((resolve) => sessions.onChange(resolve))
  await server.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'vasdesk-listen' AND datname = current_database()`,
  )
  expect(await change).toBeNull()
})

test('a change of rights makes one query for all sockets, and disconnects those whose session ended (threats C2, D6, D1-SHELL-43)', async () => {
  const events = new Map<string, string[]>()
  const sockets: object[] = []
  for (const username of ['sale121', 'sale122', 'sale211', 'leader11']) {
    for (let n = 0; n < 25; n++) {
      const token = await signInAs(server.pool, username)
      const socketEvents: string[] = []
      events.set(`${username} ${n}`, socketEvents)
      sockets.push({
        data: { session: await sessions.find(token), token },
        emit: (event: string) => socketEvents.push(event),
        disconnect: () => socketEvents.push('cut'),
      })
    }
  }
  const rechecks = openRechecks(() => sockets as never, {
    sessions,
    log: pino({ level: 'silent' }),
    renew: () => undefined,
  })
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale121'`)
  await server.pool.query(`UPDATE users SET must_change_password = true WHERE username = 'sale122'`)
  queryCount = 0
  rechecks.ask(null)
  const ended = (): string[] =>
    [...events].filter(([, socketEvents]) => socketEvents.length > 0).map(([who]) => who)
  await expect.poll(() => ended().length).toBe(50)
  expect(queryCount).toBe(1)
  expect(new Set(ended().map((who) => who.split(' ')[0]))).toEqual(new Set(['sale121', 'sale122']))
  expect(new Set([...events.values()].map((socketEvents) => socketEvents.join()))).toEqual(
    new Set(['sessionEnded,cut', '']),
  )
  rechecks.stop()
})

test('a recheck that the database does not answer does not end the process and is repeated (threats C2, F1)', async () => {
  const token = await signInAs(server.pool, 'sale113')
  const session = await sessions.find(token)
  if (!session) throw new Error('no session')
  const events: unknown[] = []
  const socket = {
    data: { session, token },
    emit: (event: string) => events.push(event),
    disconnect: () => events.push('cut'),
  }
  const rechecks = openRechecks(() => [socket] as never, {
    sessions,
    log: pino({ level: 'silent' }),
    renew: () => undefined,
  })
  failing = true
  await server.pool.query(`UPDATE users SET is_deleted = true WHERE username = 'sale113'`)
  await expect
    .poll(() =>
      sessions.find(token).then(
        () => 'known',
        () => 'lost',
      ),
    )
    .toBe('lost')
  rechecks.ask(null)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(events).toEqual([])
  failing = false
  await expect.poll(() => events, { timeout: 3000 }).toEqual(['sessionEnded', 'cut'])
  rechecks.stop()
})
