/** Stops server processes in every way an operator or a fault does; no process remains or hangs. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fastify from 'fastify'
import { uploadPath } from '#platform/contract/calls/imports.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { TestDatabase } from '#test/database.ts'
import { organisationDatabase } from '#test/organisation.ts'
import { longRun } from '#test/rounds.ts'
import { addressOf, startProcess } from '#test/process.ts'
import { signInAs } from '#test/server.ts'
import { startServer } from '#platform/app/server/main.ts'
import { readConfig } from './config.ts'
import { openDrain } from './drain.ts'
import { newKeyText } from './secrets.ts'

let database: TestDatabase
let dataDir: string
const started: ChildProcess[] = []
beforeAll(async () => {
  database = await organisationDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'vasdesk-stop-'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  for (const pid of clusterPids()) process.kill(pid, 'SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Every process of the cluster in `dataDir`. */
const clusterPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'pg', 'postgres')
      } catch {
        return false
      }
    })

/** A server with its embedded PostgreSQL. */
function startWhole(env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['platform/app/server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

test('npm start passes its signals to the server, because no shell is between them', () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as {
    scripts: Record<string, string>
  }
  expect(scripts.start).toMatch(/^exec node /)
})

test('an unavailable address is reported before anything is created in the data directory', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  const { port } = occupant.address() as AddressInfo
  const folder = join(dataDir, 'never made')
  const settings = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: String(port), ...env })
  await expect(startServer(settings({}))).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`)
  await expect(startServer(settings({ HOST: '203.0.113.1' }))).rejects.toThrow(
    'HOST 203.0.113.1 is no address',
  )
  expect(existsSync(folder)).toBe(false)
  occupant.close()
})

test('a slow upload delays a stop by STOP_SECONDS, then is ended and the client is told; the log has no error', async () => {
  const quiet = { STOP_SECONDS: '1', LOG_LEVEL: 'warn', SECRETS_KEY: '' }
  const server = await startProcess(database.url, quiet)
  // The start reports what is unavailable without a key.
  expect(server.printed()).toContain('SECRETS_KEY is not set')
  const { hostname, port } = new URL(server.url)
  const token = await signInAs(database.pool, 'admin')
  const line = connect(Number(port), hostname)
  let received = ''
  line.on('data', (part: Buffer) => (received += part.toString()))
  line.write(
    `POST ${uploadPath('mesbank')} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: text/csv\r\nx-file-name: a.csv\r\ncontent-length: 1000000\r\n\r\nso_tien,',
  )
  const closed = once(line, 'close')
  const quick = await fetch(`${server.url}/healthz`)
  expect(quick.status).toBe(200)
  process.kill(server.pid, 'SIGTERM')
  expect(await server.exited).toBe(0)
  await closed
  expect(received).toMatch(/^HTTP\/1.1 503 /)
  expect(received).toContain(refusals.cutByStop)
  expect(server.printed()).not.toContain('"level":50')
})

test('a request accepted before a stop is answered while another one ends, and then its connection closes', async () => {
  const app = fastify({ return503OnClosing: false })
  const drain = openDrain(app, { warn: () => undefined } as never)
  const response = Promise.withResolvers<string>()
  app.get('/held', () => response.promise)
  app.get('/quick', async () => ({ stopping: drain.stopping() }))
  let opened = 0
  app.server.on('connection', () => (opened += 1))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const [first, later] = ['/held', '/quick'].map((path) => {
    const line = connect(Number(port), '127.0.0.1')
    let received = ''
    line.on('data', (part: Buffer) => (received += part.toString()))
    return { ask: () => line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`), heard: () => received }
  })
  first?.ask()
  await expect.poll(() => opened).toBe(2)
  const ended = drain.end(60)
  await expect.poll(() => app.server.listening).toBe(false)
  later?.ask()
  await expect.poll(() => later?.heard()).toContain('{"stopping":true}')
  expect(later?.heard()).toMatch(/^HTTP\/1.1 200 [^]*\r\nconnection: close\r\n/i)
  response.resolve('done')
  await ended
  await expect.poll(() => first?.heard()).toMatch(/done$/)
})

test.runIf(longRun)('a server whose database is gone still stops', async () => {
  const database = await organisationDatabase()
  const server = await startProcess(database.url, { STOP_SECONDS: '1' })
  await database.drop()
  process.kill(server.pid, 'SIGTERM')
  expect(await server.exited).toBe(0)
})

test.runIf(longRun)(
  'a refused start stops the PostgreSQL that it started; if killed, the next server finds it and stops it',
  async () => {
    const killed = startWhole()
    await addressOf(killed)
    killed.kill('SIGKILL')
    await exitOf(killed)
    expect(clusterPids()).not.toEqual([])

    // The first takes over the running database, the second starts it: both are refused afterwards.
    for (const SECRETS_KEY of [newKeyText(), newKeyText()]) {
      const refused = startWhole({ SECRETS_KEY })
      let output = ''
      refused.stderr?.on('data', (text: Buffer) => (output += text.toString()))
      expect(await exitOf(refused)).toBe(1)
      expect(output).toMatch(/^VASDesk is not started:\n.*is the wrong key.*\n$/)
      expect(clusterPids()).toEqual([])
    }

    const next = startWhole()
    const url = await addressOf(next)
    // Its folder has the key that a rotation would replace.
    const rotated = spawnSync(process.execPath, ['tools/rotate-key.ts'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, SECRETS_KEY: '', NODE_ENV: 'test' },
    })
    expect([rotated.status, rotated.stderr.toString()]).toEqual([
      1,
      `a server runs on ${dataDir}: stop it, then rotate its key\n`,
    ])
    // The database exits while in use: it is restarted at the same address.
    process.kill(
      Number(readFileSync(join(dataDir, 'pg/postgres/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
    next.kill('SIGTERM')
    expect(await exitOf(next)).toBe(0)
    expect(clusterPids()).toEqual([])
  },
)

test.runIf(longRun)('a stop signal during the start is obeyed', async () => {
  for (const wait of [100, 400, 900, 1600]) {
    const child = startWhole()
    await new Promise((resolve) => setTimeout(resolve, wait))
    child.kill('SIGTERM')
    await exitOf(child)
    await expect.poll(clusterPids).toEqual([])
  }
})
