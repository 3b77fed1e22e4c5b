/** Operator commands, and the checks that keep demo money and known passwords out of a production installation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/server.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { testKey } from '#test/process.ts'
import type { startSimulators } from '#tools/simulators.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { brokenInvariants } from '#platform/server/db/invariants.ts'
import { readMark, setMark } from '#platform/server/db/operator-marks.ts'
import { withOutside } from '../outside.ts'
import { lockDemo, noteBackup, noteTrail, resetFeed, resetPasswordOf } from './operator.ts'
import { demoAccounts, demoPassword, seedOrganisation } from '../seed/organisation.ts'
import { seed } from '../seed/seed.ts'
import { startServer } from '../main.ts'
import { newKeyText } from '#platform/server/running/secrets.ts'
import { sealTrail } from '#platform/server/trail/seal.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ NODE_ENV: 'production' })
})
afterAll(() => server.close())

const signIn = (username: string, password = demoPassword) =>
  server.outsider.post('/api/v1/auth/login', { username, password })
const openToAll = async () =>
  ((await (await server.as('admin')).get('/api/v1/dashboard/demo-accounts')).data as { values: string[] })
    .values
const trail = async (): Promise<unknown[]> =>
  (
    await server.pool.query(`
      SELECT action, resource FROM audit_log WHERE username = '__OPERATOR' AND resource <> 'customer' ORDER BY id`)
  ).rows

test('administrators are told which accounts the demo password opens, until there is none; other roles are not told', async () => {
  expect((await openToAll()).toSorted()).toEqual(demoAccounts.map(({ username }) => username).toSorted())
  expect((await (await server.as('quanly')).get('/api/v1/dashboard/demo-accounts')).status).toBe(403)
  const password = await resetPasswordOf(server.api.services, 'SALE211')
  expect(await openToAll()).not.toContain('sale211')
  expect((await signIn('sale211')).status).toBe(401)
  expect((await signIn('sale211', password)).status).toBe(200)
  await expect(resetPasswordOf(server.api.services, 'nobody')).rejects.toThrow("no account 'nobody'")
  expect(await trail()).toEqual([{ action: 'reset-password', resource: 'users' }])
})

test('the demo accounts are locked all at once, except the last administrator', async () => {
  await expect(lockDemo(server.api.services)).rejects.toThrow(
    /^nothing was done: '\w+' cannot be changed: no administrator would be left$/,
  )
  expect(await openToAll()).toContain('sale111')
  await server.pool.query(sql`
    INSERT INTO users (username, fullname, email, role_id, password_hash)
    SELECT 'that', 'Quản trị thật', 'that@vnptexample.vn', id, 'x' FROM roles WHERE priority = 1 LIMIT 1`)
  const locked = await lockDemo(server.api.services)
  expect(locked).toHaveLength(demoAccounts.length)
  const { rows } = await server.pool.query('SELECT username FROM users WHERE NOT is_deleted')
  expect(rows).toEqual([{ username: 'that' }])
  expect(await brokenInvariants(server.pool)).toEqual({})
  expect((await trail()).filter((entry) => (entry as { action: string }).action === 'lock')).toHaveLength(
    locked.length,
  )
  expect(await lockDemo(server.api.services)).toEqual([])
})

test('a feed is re-read from the given position, and a process reading it at that moment loses its turn', async () => {
  const { services } = server.api
  await server.pool.query(`
    UPDATE feeds SET cursor = 'simulated-9', failures = 3, lease = gen_random_uuid(), leased_until = now() + interval '1 minute',
      next_at = now() + interval '1 hour' WHERE name = 'bank'`)
  expect(await resetFeed(services, 'bank', null)).toBe('simulated-9')
  const { rows } = await server.pool.query(
    `SELECT cursor, failures, lease, next_at <= now() AS due FROM feeds WHERE name = 'bank'`,
  )
  expect(rows).toEqual([{ cursor: null, failures: 0, lease: null, due: true }])
  await expect(resetFeed(services, 'banc', null)).rejects.toThrow("no feed 'banc'")
  for (const cursor of ['', ' 17', '1\n7', '7'.repeat(257)])
    await expect(resetFeed(services, 'bank', cursor)).rejects.toThrow("a text of the feed's own")
  await noteBackup(services)
  expect(await readMark(server.pool, 'backup-verified')).not.toBeNull()
  expect((await trail()).slice(-2)).toEqual([
    { action: 'update', resource: 'feeds' },
    { action: 'update', resource: 'operator_marks' },
  ])
})

/** Runs a command from the shell. */
async function shell(...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd: `${import.meta.dirname}/../../../..`,
    env: { ...process.env, DATABASE_URL: server.url, SECRETS_KEY: testKey, NODE_ENV: 'test' },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

test('the result of an audit log check is stored for monitoring, with a trail, and cleared when there are no differences any more (D3-RUN-03, D3-TRL-02)', async () => {
  const seal = async () => {
    for (let round = 0; round < 2; round += 1) await sealTrail(server.pool)
  }
  const verifyTrail = () => shell('tools/verify-trail.ts')
  const marked = async () => (await readMark(server.pool, 'trail-broken')) !== null
  const name = (to: string) =>
    server.pool.query(`BEGIN; ALTER TABLE audit_log DISABLE TRIGGER USER;
      UPDATE audit_log SET username = '${to}' WHERE id = (SELECT max(id) FROM audit_log WHERE username IN ('khac', 'niemphong'));
      ALTER TABLE audit_log ENABLE TRIGGER USER; COMMIT`)
  const { rows } = await server.pool.query<{ id: string }>(
    `INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('niemphong', 'create', 'x', 'x') RETURNING id::text`,
  )
  await seal()
  expect([(await verifyTrail()).code, await marked()]).toEqual([0, false])
  await name('khac')
  const stdout = expect.stringMatching(
    new RegExp(`^CHANGED +${rows[0]?.id}$.*^1 differences$`, 'ms'),
  ) as string
  expect([await verifyTrail(), await marked()]).toMatchObject([{ code: 1, stdout, stderr: '' }, true])
  await noteTrail(server.api.services, false)
  await name('niemphong')
  expect([(await verifyTrail()).code, await marked()]).toEqual([0, false])
  expect((await trail()).slice(-2)).toEqual([
    { action: 'create', resource: 'operator_marks' },
    { action: 'remove', resource: 'operator_marks' },
  ])
})

const run = (...args: string[]) => shell('tools/admin.ts', ...args)

test('`npm run admin -- reset-second-factor` removes a lost second factor, on record (D3-SEC-06)', async () => {
  await server.pool.query(`
    INSERT INTO second_factors (user_id, secret, since) SELECT id, 'x', now() FROM users WHERE username = 'that'`)
  expect(await run('reset-second-factor', 'THAT')).toEqual({
    code: 0,
    stdout: 'THAT signs in by the password alone, until a second factor is set up again\n',
    stderr: '',
  })
  expect((await server.pool.query(`SELECT FROM second_factors WHERE secret IS NOT NULL`)).rowCount).toBe(0)
  expect((await trail()).at(-1)).toEqual({ action: 'reset-factor', resource: 'users' })
  expect(await run('reset-second-factor', 'that')).toMatchObject({ code: 1, stdout: '' })
})

test('the admin commands run from the shell and print their usage', async () => {
  const usage = expect.stringContaining('npm run admin -- lock-demo') as string
  for (const wrong of await Promise.all([run('reset-passwort'), run('lock-demo', 'extra')]))
    expect(wrong).toEqual({ code: 1, stdout: '', stderr: usage })
  const hint = '. Whether the feed knows this cursor is seen in vasdesk_feed_failures and the log'
  expect(await run('reset-feed', 'bank', '17')).toEqual({
    code: 0,
    stdout: `the feed bank is read again from 17${hint}\n`,
    stderr: '',
  })
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('outside systems are simulated on a demo database, or when named explicitly, but never in production', async () => {
  const databaseUrls: string[] = []
  const simulate: typeof startSimulators = (config) => {
    databaseUrls.push(config.databaseUrl ?? '')
    return Promise.resolve({ ...config, carrier: { url: 'http://simulated', token: 'x', timeoutMs: 1 } })
  }
  const carrierOf = async (env: Record<string, string>) =>
    (
      await withOutside(
        readConfig({ DATABASE_URL: database.url, ...env }),
        database.pool,
        database.url,
        simulate,
      )
    ).carrier
  expect(await carrierOf({})).toBeUndefined()
  expect(await carrierOf({ NODE_ENV: 'production' })).toBeUndefined()
  expect(databaseUrls).toEqual([])
  expect(await carrierOf({ VASDESK_SIMULATORS: '1' })).toBeDefined()
  await setMark(database.pool, 'demo')
  expect(await carrierOf({})).toBeDefined()
  expect(await carrierOf({ VASDESK_SIMULATORS: '0' })).toBeUndefined()
  expect(await carrierOf({ NODE_ENV: 'production', ALLOW_DEMO_DATABASE: '1' })).toBeUndefined()
  expect(() =>
    readConfig({ NODE_ENV: 'production', DATABASE_URL: database.url, VASDESK_SIMULATORS: '1' }),
  ).toThrow('VASDESK_SIMULATORS')
})

test('the demo marks its database, a first administrator does not, and no start creates a demo in an own organisation (D3-SETUP-04)', async () => {
  const real = await testDatabase()
  try {
    const first = { ADMIN_USERNAME: 'that', ADMIN_PASSWORD: 'mot mat khau dai', DATABASE_URL: real.url }
    await seed(real.pool, readConfig(first))
    expect(await readMark(real.pool, 'demo')).toBeNull()
    const demo = readConfig({ ...first, VASDESK_DEMO: '1' })
    await seed(real.pool, demo)
    expect(await readMark(real.pool, 'demo')).toBeNull()
    expect((await real.pool.query('SELECT username FROM users')).rows).toEqual([{ username: 'that' }])
    await real.pool.query('TRUNCATE users CASCADE')
    // An interrupted demo is still a demo.
    await real.pool.query('ALTER TABLE data_files RENAME TO elsewhere')
    await expect(seed(real.pool, demo)).rejects.toThrow('data_files')
    expect(await readMark(real.pool, 'demo')).not.toBeNull()
  } finally {
    await real.drop()
  }
})

test("a production start refused on a database that is empty, the demo's or sealed with another key has changed nothing", async () => {
  const real = await testDatabase()
  const start = (env: Record<string, string>) =>
    startServer(
      readConfig({
        NODE_ENV: 'production',
        DATABASE_URL: real.url,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: import.meta.dirname,
        LOG_LEVEL: 'silent',
        SECRETS_KEY: testKey,
        ...env,
      }),
    )
  const ran = async () => (await real.pool.query('SELECT * FROM schema_migration ORDER BY name')).rows
  try {
    // As an earlier version leaves it, so that an upgrade is due.
    await real.pool.query(`DELETE FROM schema_migration WHERE name LIKE 'routines/%'`)
    const before = await ran()
    await expect(start({})).rejects.toThrow('the database is empty: set ADMIN_USERNAME')
    const admin = { ADMIN_USERNAME: 'that', ADMIN_PASSWORD: 'aaaaaaaaaaaaaaa' }
    await expect(start(admin)).rejects.toThrow(/^ADMIN_PASSWORD: /)
    await real.pool.query(`INSERT INTO secret_key (key_id) VALUES ('another')`)
    const allowed = { ...admin, ADMIN_PASSWORD: 'mot mat khau dai' }
    await expect(start(allowed)).rejects.toThrow('the wrong key')
    await expect(start({ ...allowed, SECRETS_KEY: '' })).rejects.toThrow('SECRETS_KEY is missing')
    await setMark(real.pool, 'demo')
    await expect(start(allowed)).rejects.toThrow('the demo made this database')
    expect(await ran()).toEqual(before)
    expect((await real.pool.query('SELECT FROM users')).rowCount).toBe(0)
    // A demo from before the marks is recognised by its addresses.
    await real.pool.query('ALTER TABLE operator_marks RENAME TO elsewhere')
    await seedOrganisation(real.pool)
    await expect(start(allowed)).rejects.toThrow('the demo made this database')
    await expect(start({ ...allowed, SECRETS_KEY: newKeyText(), ALLOW_DEMO_DATABASE: '1' })).rejects.toThrow(
      'the wrong key',
    )
  } finally {
    await real.drop()
  }
})
