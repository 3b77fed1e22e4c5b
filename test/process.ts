/** Server processes on a test database, for races and kills. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Method } from '#kit/contract/operations.ts'
import { exchange, replyOf, type Reply } from '#tools/player/exchange.ts'

/** The key that secrets of test databases are encrypted with. */
export const testKey = Buffer.alloc(32, 7).toString('base64')

const root = join(import.meta.dirname, '..')

export type ServerProcess = {
  url: string
  pid: number
  /** Its output so far: its log. */
  printed: () => string
  kill: () => Promise<void>
  /** Its exit code once it has ended; null if a signal ended it. */
  exited: Promise<number | null>
}

/** The address printed by a server process once it is up; rejects with its output if it exits before. */
export function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server did not start: ${complaint}`)))
    child.stdout?.on('data', (text: Buffer) => {
      printed += text.toString()
      const found = /VASDesk: (http:\S+)/.exec(printed)
      if (found?.[1]) resolve(found[1])
    })
  })
}

/** Environment of a server on a database, in addition to this process's: no log, no rate limits, a free port. */
export const processEnv = async (databaseUrl: string): Promise<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: await mkdtemp(join(tmpdir(), 'vasdesk-process-')),
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_PER_SECOND: '0',
  NODE_ENV: 'test',
  SECRETS_KEY: testKey,
})

/** Starts one server process on a database; `kill` is SIGKILL, like a power failure. */
export async function startProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const baseEnv = await processEnv(databaseUrl)
  // Young generation as with `npm start`.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'platform/app/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...baseEnv,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.once('exit', () => void rm(baseEnv.DATA_DIR ?? '', { recursive: true, force: true }))
  let printed = ''
  child.stdout?.on('data', (text: Buffer) => (printed += text.toString()))
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    printed: () => printed,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** One HTTP call; rejects if the connection breaks, as when the server is killed. */
export const call = async (
  url: string,
  method: Method,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  replyOf(await exchange(url, { method, token, headers, timeout: 20_000, ...(body && { body }) }))
