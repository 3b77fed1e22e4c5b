/** Server processes killed with SIGKILL while they save, and uploads over a real connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportSummary } from '#platform/contract/calls/imports.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { call, startProcess, type ServerProcess } from '#test/process.ts'
import { rounds } from '#test/rounds.ts'
import { signInAs } from '#test/server.ts'
import { limits } from '#platform/server/sheet/limits.ts'
import { chunkRows } from './save-job.ts'

let database: TestDatabase
let server: ServerProcess
let token: string

beforeAll(async () => {
  database = await organisationDatabase()
  server = await startProcess(database.url)
  token = await signInAs(database.pool, 'admin')
}, 60_000)
afterAll(async () => {
  await server.kill()
  await database.drop()
})

const post = (body: string | Buffer<ArrayBuffer>, session: string): Promise<Response> =>
  fetch(`${server.url}/api/v1/imports/blacklist`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${session}`, 'content-type': 'text/csv', 'x-file-name': 'den.csv' },
  })

test('an import whose server is killed continues on the next server, and no row is saved twice (threats F1)', async () => {
  const kills = rounds(1, 6)
  const total = (kills + 2) * chunkRows
  const lines = Array.from({ length: total }, (_, n) => `0${300_000_000 + n},số ${n}`)
  const { data } = (await (await post(lines.join('\n'), token)).json()) as { data: ImportSummary }
  expect(data.counts.new).toBe(total)
  await call(`${server.url}/api/v1/imports/${data.id}/save`, 'POST', token, {})
  const saved = async (): Promise<number> =>
    (await database.pool.query<{ saved: number }>('SELECT saved FROM imports')).rows[0]?.saved ?? 0
  for (let kill = 1; kill <= kills; kill++) {
    await expect.poll(saved, { interval: 20, timeout: 30_000 }).toBeGreaterThanOrEqual(kill * chunkRows)
    await server.kill()
    server = await startProcess(database.url)
  }
  await expect.poll(saved, { timeout: 30_000 }).toBe(total)
  await sleep(100)
  const { rows } = await database.pool.query(`
    SELECT (SELECT count(*) FROM blacklist) AS stored, (SELECT max(version) FROM blacklist) AS version,
      (SELECT state FROM imports) AS state, (SELECT count(*) FROM audit_log WHERE action = 'import') AS trails`)
  expect(rows).toEqual([{ stored: total, version: 1, state: 'done', trails: 1 }])
}, 120_000)

test('a file beyond the limit is refused during the upload, and the refusal reaches the sender (threats F4)', async () => {
  const answer = await post(Buffer.alloc(limits.file + 4_000_000, 0x30), token)
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { code: 'TOO_LARGE', msg: expect.stringMatching(/^File nặng 65 MB, tối đa 64 MB/) },
  ])
}, 30_000)

test('a user without a session is told so after uploading a file', async () => {
  expect((await post(Buffer.alloc(3_000_000, 0x30), 'nobody')).status).toBe(401)
})
