/** Two roles: one owns the tables and migrates them, the other only serves (docs/operations-reference.md, Two roles). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, type TestDatabase } from '#test/database.ts'
import { processEnv } from '#test/process.ts'
import { servingRole, servingUrl } from '#test/serving.ts'
import { takeCopy } from '../backup/take-copy.ts'
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from '../running/config.ts'
import { createPool, type Pool } from './pool.ts'

let database: TestDatabase
let empty: TestDatabase
let serving: Pool
beforeAll(async () => {
  ;[database, empty] = await Promise.all([testDatabase(), emptyDatabase()])
  serving = createPool(servingUrl(database.url), { max: 1, applicationName: 'serving', log: console })
})
afterAll(async () => {
  await serving.end()
  await Promise.all([database.drop(), empty.drop()])
})

test('the serving role reads and writes rows, but changes neither tables nor audit entries (ASVS V13.2.2)', async () => {
  const written = await serving.query(`
    INSERT INTO audit_log (username, action, resource, resource_id) VALUES ('__AUTO', 'create', 'users', 'x') RETURNING id`)
  expect(written.rowCount).toBe(1)
  await serving.query('VACUUM (TRUNCATE false, SKIP_LOCKED) balance_deltas')
  const refused = [
    'ALTER TABLE audit_log DISABLE TRIGGER USER',
    `UPDATE audit_log SET username = 'x'`,
    'DELETE FROM audit_log',
    'DELETE FROM movements',
    'TRUNCATE audit_log',
    'DROP TABLE movements',
    'ALTER TABLE requestrefund DROP COLUMN state',
    'CREATE TABLE mine (id int)',
    'CREATE OR REPLACE FUNCTION is_reached(p_value text) RETURNS boolean LANGUAGE sql RETURN true',
    `UPDATE schema_migration SET checksum = 'x'`,
    'SET session_replication_role = replica',
    'CREATE ROLE mine',
    'BEGIN; LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE; COMMIT',
    `INSERT INTO pgboss.bam (name, version, queue, table_name, command) VALUES ('x', 1, 'x', 'x', 'DROP TABLE users')`,
  ]
  for (const statement of refused)
    await expect(serving.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

async function migrateBy(owner: string, url: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['tools/migrate.ts'], {
    cwd: `${import.meta.dirname}/../../..`,
    env: { ...process.env, DATABASE_OWNER_URL: owner, DATABASE_URL: url },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

test('a start with the serving role is refused until the owner has migrated, and then works, jobs included', async () => {
  const url = servingUrl(empty.url)
  const start = async (env: Record<string, string> = {}) =>
    startServer(
      readConfig({
        ...(await processEnv(url)),
        ...env,
        ADMIN_USERNAME: 'giamdoc',
        ADMIN_PASSWORD: 'mot mat khau rat dai',
      }),
    )
  await expect(start()).rejects.toThrow(/may not read it yet: .*'npm run migrate'/)
  expect((await migrateBy(empty.url, empty.url)).output).toMatch(/must name two roles/)
  const migrated = await migrateBy(empty.url, url)
  expect(migrated).toEqual({ code: 0, output: expect.stringMatching(/files run; test_serving may serve/) })
  expect(migrated.output).toContain(servingRole.name)
  await empty.pool.query(`GRANT CREATE ON SCHEMA public TO ${servingRole.name}`)
  expect(await migrateBy(empty.url, url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/does not only serve/),
  })
  await empty.pool.query(`REVOKE CREATE ON SCHEMA public FROM ${servingRole.name}`)
  await empty.pool.query(`REVOKE SELECT ON care_history FROM ${servingRole.name}`)
  await expect(start()).rejects.toThrow(/may not read it yet/)
  expect((await migrateBy(empty.url, url)).output).toMatch(/^0 files run/m)
  await expect(start({ VASDESK_DEMO: '1' })).rejects.toThrow(/demo is made by the role that owns/)
  const server = await start()
  try {
    const login = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'giamdoc', password: 'mot mat khau rat dai' }),
    })
    expect(login.status).toBe(200)
    // The start has enqueued a job, which its own worker completes.
    const query = `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'result-lines' AND state = 'completed'`
    await expect.poll(async () => (await empty.pool.query<{ n: number }>(query)).rows[0]?.n).toBe(1)
  } finally {
    await server.close()
  }
  await empty.pool.query(`DELETE FROM schema_migration WHERE name = 'routines/floor.sql'`)
  await expect(start()).rejects.toThrow(/1 files of this version did not run: .*'npm run migrate'/)
  expect((await migrateBy(empty.url, url)).output).toMatch(/^1 files run/m)
})

test('the serving role can take a copy of all rows', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vasdesk-serving-'))
  try {
    const { backup } = await takeCopy(servingUrl(database.url), home)
    expect(await readdir(backup)).toContain('manifest.json')
  } finally {
    await rm(home, { recursive: true })
  }
})
