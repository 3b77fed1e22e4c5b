/** The key of secrets: encryption, a start with a wrong or missing key, and its rotation with the documented command. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess, testKey } from '#test/process.ts'
import { setUpFactor } from '#test/second-factor.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { readConfig } from './config.ts'
import { keyFile, newKeyText, newSecrets, openSecrets, readKey } from './secrets.ts'

let server: TestServer
let dataDir: string
beforeAll(async () => {
  server = await startTestServer()
  dataDir = await mkdtemp(join(tmpdir(), 'vasdesk-secrets-'))
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const key = (text = newKeyText()): Buffer => readKey(text, 'test')

test('a sealed value opens with its key and for its field only, and is sealed differently each time (D3-SEC-01)', () => {
  const secrets = newSecrets(key())
  const [one, two] = [secrets.seal('password', 'mật khẩu'), secrets.seal('password', 'mật khẩu')]
  expect(one).not.toBe(two)
  expect([one.includes('mật'), secrets.open('password', one), secrets.open('password', two)]).toEqual([
    false,
    'mật khẩu',
    'mật khẩu',
  ])
  expect(() => secrets.open('api', one)).toThrow('unable to authenticate')
  expect(() => newSecrets(key()).open('password', one)).toThrow('Khoá mã hoá đã được thay')
  const changed = `${one.slice(0, -4)}${one.endsWith('AAA=') ? 'BBB=' : 'AAA='}`
  expect(() => secrets.open('password', changed)).toThrow('unable to authenticate')
})

test('a key is 32 bytes in base64 or hex; anything else stops the start and names the variable (D3-SEC-01)', () => {
  expect(readConfig({ SECRETS_KEY: 'ab'.repeat(32) }).secretsKey).toEqual(Buffer.alloc(32, 0xab))
  expect(readConfig({}).secretsKey).toBeUndefined()
  for (const text of ['mat-khau', 'ab'.repeat(31), Buffer.alloc(33).toString('base64')])
    expect(() => readConfig({ SECRETS_KEY: text })).toThrow('SECRETS_KEY must be 32 random bytes')
})

test('a wrong or missing key stops the start with a clear message (D3-SEC-01)', async () => {
  const shared = { databaseUrl: server.url, dataDir }
  const wrong = newSecrets(key())
  await expect(openSecrets(server.pool, { ...shared, secretsKey: undefined })).rejects.toThrow(
    /^SECRETS_KEY is missing: the secrets in this database are encrypted with the key [0-9a-f]{16}\./,
  )
  await expect(openSecrets(server.pool, { ...shared, secretsKey: key() })).rejects.toThrow(
    /^SECRETS_KEY is the wrong key/,
  )
  await expect(
    openSecrets(server.pool, { databaseUrl: undefined, dataDir, secretsKey: undefined }),
  ).rejects.toThrow(`${keyFile(dataDir)} is missing`)
  await expect(startProcess(server.url, { SECRETS_KEY: newKeyText() })).rejects.toThrow(
    'SECRETS_KEY is the wrong key',
  )
  expect(wrong.keyId).toMatch(/^[0-9a-f]{16}$/)
}, 30_000)

test('the bundled database gets a key of its own, in a file readable only by its owner (D3-SEC-01)', async () => {
  const keyless = await startTestServer({ SECRETS_KEY: '' })
  try {
    expect(
      await openSecrets(keyless.pool, { databaseUrl: keyless.url, dataDir, secretsKey: undefined }),
    ).toBeUndefined()
    const source = { databaseUrl: undefined, dataDir, secretsKey: undefined }
    const first = await openSecrets(keyless.pool, source)
    expect((await stat(keyFile(dataDir))).mode & 0o777).toBe(0o600)
    expect((await openSecrets(keyless.pool, source))?.keyId).toBe(first?.keyId)
    const { rows } = await keyless.pool.query<{ key_id: string }>('SELECT key_id FROM secret_key')
    expect(rows).toEqual([{ key_id: first?.keyId }])
    expect(JSON.stringify(rows)).not.toContain((await readFile(keyFile(dataDir), 'utf8')).trim())
  } finally {
    await keyless.close()
  }
})

test('the documented command reseals everything with a new key, and the old key is refused afterwards (D3-SEC-01)', async () => {
  const admin = await server.as('admin')
  const account = {
    position: 'Nơi',
    account: 'xoay',
    password: 'bi-mat',
    api: 'https://may.example',
    additional_content: '',
  }
  const { id } = (await admin.post('/api/v1/systemaccount', account)).data as { id: string }
  const device = await setUpFactor(admin)
  const login = { username: 'admin', password: demoPassword, code: device.code(1) }
  const next = newKeyText()
  const command = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['tools/rotate-key.ts'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir, NODE_ENV: 'test', ...env },
    })
  await expect(command({ SECRETS_KEY: newKeyText(), SECRETS_KEY_NEW: next })).rejects.toThrow(
    'the old key is wrong',
  )
  await expect(command({ SECRETS_KEY: testKey })).rejects.toThrow('SECRETS_KEY_NEW is missing')
  const { stdout } = await command({ SECRETS_KEY: testKey, SECRETS_KEY_NEW: next })
  expect(stdout).toContain(`2 records are encrypted with the key ${newSecrets(key(next)).keyId}`)
  expect(stdout).toContain('1 running with the old key show and keep no secrets until then')
  expect((await admin.get(`/api/v1/systemaccount/${id}`)).status).toBe(502)
  expect((await server.outsider.post('/api/v1/auth/login', login)).status).toBe(502)
  const secrets = await openSecrets(server.pool, { databaseUrl: server.url, dataDir, secretsKey: key(next) })
  Object.assign(server.api.services, { secrets })
  expect((await admin.get(`/api/v1/systemaccount/${id}`)).data).toMatchObject({ password: 'bi-mat' })
  expect((await server.outsider.post('/api/v1/auth/login', login)).status).toBe(200)
}, 30_000)
