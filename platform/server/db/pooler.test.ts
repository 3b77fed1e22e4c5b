/** Behind a transaction pooler: refused with instructions; after following them everything works. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { requireInvariants } from '#test/invariants.ts'
import { makePool, permitFiles } from '#test/pool.ts'
import { pgbouncer, startPooler, type Pooler } from '#test/pooler.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { openConnections } from './connections.ts'
import { isPooled } from './pooler.ts'
import { settingsOfRole } from './pool.ts'

test('a direct connection to PostgreSQL is not reported as a pooler', async () => {
  const db = await testDatabase()
  expect(await isPooled(db.url)).toBe(false)
  await db.drop()
})

describe.skipIf(!pgbouncer)('behind PgBouncer (skipped where the program is not installed)', () => {
  let db: TestDatabase
  let pooler: Pooler
  let running: ServerProcess[] = []
  beforeAll(async () => {
    db = await organisationDatabase()
    await permitFiles(db.pool, 'chinhanh1', [await makePool(db.pool, { rows: 200 })])
    pooler = await startPooler(db.url)
  })
  afterAll(async () => {
    await Promise.all(running.map((process) => process.kill()))
    await pooler.stop()
    await db.drop()
  })

  test('a start without the address of PostgreSQL, or without the limits of the role, says what to do', async () => {
    const open = (databaseDirectUrl?: string) =>
      openConnections(
        {
          databaseUrl: pooler.url,
          databaseDirectUrl,
          replica: undefined,
          poolSize: 2,
          commitTimeoutMs: 5_000,
        },
        pooler.url,
        pino({ level: 'silent' }),
      )
    await expect(open()).rejects.toThrow(/DATABASE_DIRECT_URL to the address of PostgreSQL/)
    await expect(open(pooler.url)).rejects.toThrow(/must be the address/)
    await expect(open(db.url)).rejects.toThrow(
      /ALTER ROLE "vasdesk" IN DATABASE .* SET statement_timeout = '5s'/,
    )
  })

  test('two processes claim, write, search and exchange changes over five connections', async () => {
    const name = new URL(db.url).pathname.slice(1)
    for (const statement of settingsOfRole('vasdesk', name)) await db.pool.query(statement)
    await pooler.stop()
    pooler = await startPooler(db.url)
    running = await Promise.all(
      [1, 2].map(() => startProcess(pooler.url, { DATABASE_DIRECT_URL: db.url, LOG_LEVEL: 'error' })),
    )
    const [first, second] = running as [ServerProcess, ServerProcess]
    const signIn = async (username: string, target: ServerProcess): Promise<string> => {
      const reply = await call(`${target.url}/api/v1/auth/login`, 'POST', '', {
        username,
        password: demoPassword,
      })
      expect(reply).toMatchObject({ status: 200 })
      return (reply.body.data as { access_token: string }).access_token
    }
    const admin = await signIn('admin', first)
    const socket = io(second.url, { transports: ['websocket'], auth: { token: admin } })
    const changesEvent = new Promise((resolve) => socket.on('changes', resolve))
    await new Promise((resolve) => socket.on('connect', () => resolve(undefined)))
    const work = Array.from({ length: 60 }, async (_, n) => {
      const target = n % 2 === 0 ? first : second
      const phone_number = String(970_000_000 + n)
      const created = await call(`${target.url}/api/v1/blacklist`, 'POST', admin, { phone_number })
      const list = await call(`${target.url}/api/v1/blacklist?keyword=${phone_number}`, 'GET', admin)
      return [created.status, list.status]
    })
    expect(new Set((await Promise.all(work)).flat())).toEqual(new Set([200]))
    expect(await changesEvent).toMatchObject({ resources: ['blacklist'] })
    socket.disconnect()
    const people = await Promise.all(
      ['sale111', 'sale112', 'sale121'].map((username, n) => signIn(username, n % 2 === 0 ? first : second)),
    )
    const claims = await Promise.all(
      people.map((token) => call(`${first.url}/api/v1/customer/new-care`, 'GET', token)),
    )
    expect(claims.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await db.pool.query('SELECT count(*)::int AS n FROM blacklist')
    expect(rows).toEqual([{ n: 60 }])
    expect(
      running.map((process) =>
        process
          .printed()
          .replace(/VASDesk: .*/, '')
          .trim(),
      ),
    ).toEqual(['', ''])
    await requireInvariants(db.pool)
  })
})
