/**
 * The product of a drill as in production: an empty database, its settings, its administrator, its output and
 * metrics.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Embedded } from '#platform/server/db/embedded.ts'
import { figuresOf } from '../player/metrics.ts'
import { administer, makeDatabase, query } from './database.ts'
import { beginLoad, signIn, type Seen } from './load.ts'
import { command, freePort, startServerProcess, waitFor, type Server } from './processes.ts'

type Env = Record<string, string>

const password = randomBytes(12).toString('base64url')
const metricsToken = randomBytes(12).toString('base64url')
const settings = {
  NODE_ENV: 'production',
  VASDESK_DEMO: '',
  ADMIN_USERNAME: 'quantri',
  ADMIN_PASSWORD: password,
  SECRETS_KEY: randomBytes(32).toString('base64'),
  METRICS_TOKEN: metricsToken,
  RATE_PER_SECOND: '0',
}

/** The environment of a server with its files in `home`. */
export const production = (home: string, databaseUrl: string): Env => ({
  ...settings,
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(home, 'data'),
})

/** A role without special rights and an empty database, made as in docs/operations-reference.md. */
export async function emptyDatabase(database: Embedded): Promise<void> {
  await administer(database, 'ALTER ROLE vasdesk NOCREATEROLE')
  await administer(database, 'DROP DATABASE vasdesk')
  await makeDatabase(database, 'vasdesk')
}

export const start = async (env: Env, port?: number): Promise<Server> =>
  startServerProcess('tools/start.ts', port ?? (await freePort()), env)

/** A session of the administrator. */
export const signInAdmin = (url: string): Promise<string> => signIn(url, settings.ADMIN_USERNAME, password)

/** Load by the administrator, on the first of `urls` that answers. */
export const load = async (urls: string[]): Promise<() => Promise<Seen>> =>
  beginLoad(urls, await signInAdmin(urls[0] ?? ''))

/** Waits for the first seal: a backup without one is refused, as if its seals had been removed. */
export const untilSealed = (databaseUrl: string): Promise<unknown> =>
  waitFor('the first seal', async () => (await query(databaseUrl, 'SELECT FROM trail_seals LIMIT 1'))[0])

/** The last line of a command's output. */
export const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

export const invariantsOf = async (env: Env): Promise<string> =>
  lastLine(await command('tools/invariants.ts', [], env))

/** A figure of /metrics, with its labels; 0 without it. */
export const figureOf = async ({ url }: Server, name: string): Promise<number> =>
  (await figuresOf(url, metricsToken))(name)
