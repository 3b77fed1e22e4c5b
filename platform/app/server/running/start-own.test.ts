/** A demo becomes the user's own empty installation after a typed confirmation, and nothing else is ever deleted that way (D3-SETUP-04). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDatabase } from '#test/organisation.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { testKey } from '#test/process.ts'
import { readMark } from '#platform/server/db/operator-marks.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { seed } from '../seed/seed.ts'
import { passwordFits } from '#subjects/people/server/session/password.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { requireStartable } from './require-startable.ts'

let demo: TestDatabase
let ownInstallation: TestDatabase
beforeAll(async () => {
  ;[demo, ownInstallation] = await Promise.all([demoDatabase(), testDatabase()])
  const first = {
    ADMIN_USERNAME: 'that',
    ADMIN_PASSWORD: 'mot mat khau dai',
    DATABASE_URL: ownInstallation.url,
  }
  await seed(ownInstallation.pool, readConfig(first))
}, 120_000)
afterAll(() => Promise.all([demo.drop(), ownInstallation.drop()]))

async function startOwn({ url }: TestDatabase, typed: string, name = 'giamdoc') {
  const child = spawn(process.execPath, ['tools/admin.ts', 'start-own', name], {
    cwd: `${import.meta.dirname}/../../../..`,
    env: { ...process.env, DATABASE_URL: url, SECRETS_KEY: testKey, NODE_ENV: 'test' },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(typed)
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)
const wordOf = (database: TestDatabase): string => `delete the demo in ${nameOf(database)}\n`

/** Rows of every table. */
async function rowsOf(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  )
  const counted: Record<string, number> = {}
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`SELECT FROM "${name}"`)
    counted[name] = rowCount ?? 0
  }
  return counted
}

test("D3-SETUP-04: an own organisation's database is never emptied, whatever is typed", async () => {
  const before = await rowsOf(ownInstallation.pool)
  const { code, stderr } = await startOwn(ownInstallation, wordOf(ownInstallation))
  expect([code, stderr]).toEqual([1, expect.stringContaining('the demo did not make this database')])
  expect(await rowsOf(ownInstallation.pool)).toEqual(before)
}, 60_000)

test('D3-SETUP-04: a demo is emptied only by typing the word, while no server runs on it', async () => {
  const before = await rowsOf(demo.pool)
  for (const typed of ['', 'yes\n', 'delete the demo\n']) {
    const refused = await startOwn(demo, typed)
    expect([typed, refused.code, refused.stderr]).toEqual([
      typed,
      1,
      expect.stringContaining('nothing was done: that was not typed'),
    ])
  }
  const running = new pg.Client({ connectionString: demo.url, application_name: 'vasdesk-listen' })
  await running.connect()
  const whileRunning = await startOwn(demo, wordOf(demo))
  await running.end()
  expect([whileRunning.code, whileRunning.stderr]).toEqual([
    1,
    expect.stringContaining('stop the server first'),
  ])
  expect(await rowsOf(demo.pool)).toEqual(before)

  const { code, stdout } = await startOwn(demo, wordOf(demo))
  expect(code).toBe(0)
  const empty = await rowsOf(demo.pool)
  expect(empty).toEqual(await rowsOf(ownInstallation.pool))
  expect(empty).toMatchObject({ users: 1, customer: 0, care_history: 0, giahoantien: 0 })
  expect(await readMark(demo.pool, 'demo')).toBeNull()
  const { rows } = await demo.pool.query<{ password_hash: string }>(
    `SELECT username, password_hash, must_change_password FROM users`,
  )
  expect(rows).toMatchObject([{ username: 'giamdoc', must_change_password: true }])
  const password = /sign in as giamdoc with (\S+)/.exec(stdout)?.[1] ?? ''
  expect(await passwordFits(rows[0]?.password_hash, password)).toBe(true)
  // A production start accepts it as an own installation.
  await requireStartable(
    demo.pool,
    readConfig({ NODE_ENV: 'production', DATABASE_URL: demo.url, SECRETS_KEY: testKey }),
  )
  expect((await startOwn(demo, wordOf(demo))).stderr).toContain('the demo did not make this database')
}, 120_000)
