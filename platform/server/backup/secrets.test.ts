/** Searches the files of both kinds of backup for every secret (D3-SEC-02). */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userId } from '#test/pool.ts'
import { call } from '#test/process.ts'
import { longRun } from '#test/rounds.ts'
import { startRunning } from '#test/running.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { signInAs, type Caller } from '#test/server.ts'
import { startEmbedded, type Embedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { createPool, type Pool } from '../db/pool.ts'
import type { Running } from '#platform/app/server/running/run-process.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { demoPassword, seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { takeBackup } from './take-backup.ts'
import { takeCopy } from './take-copy.ts'

let home: string
let database: Embedded
let pool: Pool
let server: Running
const key = randomBytes(32)
/** A text stored unencrypted on purpose: if the search does not find it, the files were not really read. */
const plain = 'Nơi ai cũng thấy'

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vasdesk-secrets-'))
  database = await startEmbedded(join(home, 'data', 'pg'), { fsync: 'off', shared_buffers: '64MB' })
  await migrate(database.url)
  pool = createPool(database.url, { max: 4, applicationName: 'test', log: console })
  await seedBase(pool)
  await seedOrganisation(pool)
  server = await startRunning(database.url, {
    DATA_DIR: join(home, 'data'),
    RATE_PER_SECOND: '0',
    SECRETS_KEY: key.toString('base64'),
  })
}, 60_000)
afterAll(async () => {
  await server.close()
  await pool.end()
  await database.stop()
  await rm(home, { recursive: true, force: true })
})

/** Calls with a token; they throw unless the response is 200. */
function by(token: string): Pick<Caller, 'get' | 'post' | 'put'> {
  const send = (method: 'GET' | 'POST' | 'PUT') => async (path: string, body?: unknown) => {
    const { status, body: answer } = await call(server.url + path, method, token, body as object | undefined)
    if (status !== 200) throw new Error(`${path}: ${answer.msg}`)
    return { status, body: answer, data: answer.data, text: JSON.stringify(answer), headers: {} }
  }
  return { get: send('GET'), post: send('POST'), put: send('PUT') }
}

/** All secrets of people and programs, after the product was used with them. */
async function usedSecrets(): Promise<Record<string, string | Buffer>> {
  const mark = randomBytes(6).toString('hex')
  const tokens = { admin: await signInAs(pool, 'admin'), sale111: await signInAs(pool, 'sale111') }
  const [admin, seller] = [by(tokens.admin), by(tokens.sale111)]
  const [first, second, api] = [`mot-${mark}`, `hai-${mark}`, `https://may.example/?khoa=ba-${mark}`]
  const account = { position: plain, account: '0912345678', additional_content: '{}' }
  const created = await admin.post('/api/v1/systemaccount', { ...account, password: first, api })
  const { id } = created.data as { id: string }
  await admin.put(`/api/v1/systemaccount/${id}`, { password: second })
  await admin.get(`/api/v1/systemaccount/${id}`)
  const ownPassword = `Rieng-bon-${mark}`
  const change = { oldPassword: demoPassword, newPassword: ownPassword, confirmNewPassword: ownPassword }
  await seller.post('/api/v1/auth/changePassword', change)
  const wrong = `Sai-nam-${mark}`
  const refused = await call(`${server.url}/api/v1/auth/login`, 'POST', '', {
    username: 'sale113',
    password: wrong,
  })
  expect(refused.status).toBe(401)
  const givenPassword = `Cap-sau-${mark}`
  await admin.post(`/api/v1/users/${await userId(pool, 'sale112')}/reset-password`, {
    password: givenPassword,
    rePassword: givenPassword,
  })
  // Last, because it ends the other sessions of the account.
  const { secret: device } = await setUpFactor(admin as Caller)
  return {
    first,
    second,
    api,
    own: ownPassword,
    wrong,
    given: givenPassword,
    ...tokens,
    device,
    key,
    keyText: key.toString('base64'),
  }
}

/** Names of the secrets found in a file below `folder`, with the file. */
async function foundIn(folder: string, secrets: Record<string, string | Buffer>): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const stored = await readFile(join(entry.parentPath, entry.name))
    const bytes = entry.name.endsWith('.gz') ? gunzipSync(stored) : stored
    for (const [name, secret] of Object.entries(secrets))
      if (bytes.includes(secret)) found.push(`${name} in ${entry.name}`)
  }
  return found
}

test.runIf(longRun)(
  'D3-SEC-02: no file of a backup, its log or a copy contains a password, key, token or device in clear text',
  async () => {
    const secrets = await usedSecrets()
    const { backup } = await takeBackup(join(home, 'data'), join(home, 'backups'))
    const copy = await takeCopy(database.url, join(home, 'copies'))
    for (const folder of [backup, copy.backup]) {
      expect((await foundIn(folder, { plain })).length).toBeGreaterThan(0)
      expect(await foundIn(folder, secrets)).toEqual([])
    }
  },
  60_000,
)
