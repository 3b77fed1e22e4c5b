/** What the environment decides, read once at boot. A production start refuses to guess. */
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { readKey } from './secrets.ts'

export type Config = {
  port: number
  host: string
  dataDir: string
  /** External PostgreSQL; undefined: the embedded one. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` is the address of a transaction pooler. */
  databaseDirectUrl: string | undefined
  production: boolean
  /** Seed the demo organisation into an empty database. */
  demo: boolean
  /** First administrator of a production database. */
  firstAdmin: { username: string; password: string; email: string } | undefined
  /** Session ends when unused for this many seconds. */
  idleSeconds: number
  /** Requests per second and user, and the burst above it; 0 switches it off. */
  rate: { perSecond: number; burst: number }
  /** An export whose reader takes nothing for this long is given up, in seconds. */
  exportIdleSeconds: number
  /** Proxies in front whose word on the caller's address is taken; what a caller itself sends in X-Forwarded-For is not. */
  trustProxy: number
  logLevel: string
  /** Database connections of this process. */
  poolSize: number
  /** Several server processes share one database. */
  shared: boolean
  /** The carrier's gateway (docs/providers.md); undefined: look-ups are not configured. */
  carrier: { url: string; token: string; timeoutMs: number } | undefined
  /** The bank feed (docs/providers.md): polled when `feed` is there, pushes taken when there is a secret. */
  bank: {
    feed: { url: string; token: string; timeoutMs: number; everySeconds: number } | undefined
    webhookSecret: string | undefined
  }
  /** Refund partners by their domain, one of setting `kenh_doi_tac_ds` (docs/providers.md). */
  partners: readonly {
    name: string
    url: string
    token: string
    /** Signs the partner's pushes; without it its orders are only asked for. */
    secret?: string | undefined
    timeoutMs: number
  }[]
  lookup: LookupConfig
  /** Encrypts the secrets in the database; undefined: none is configured. */
  secretsKey: Buffer | undefined
}

/** What look-ups need besides the carrier. */
export type LookupConfig = {
  /** Months that entries of the look-up log are kept. */
  logMonths: number
}

type Env = Record<string, string | undefined>

function whole(env: Env, name: string, fallback: number): number {
  const raw = env[name]
  if (raw === undefined || raw === '') return fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not '${raw}'`)
  return value
}

/** Longest time limit towards the carrier in ms: a look-up is given up for lost after twice as much. */
const longestCarrierMs = 30_000

function readCarrier(env: Env): Config['carrier'] {
  const { CARRIER_URL: url, CARRIER_TOKEN: token } = env
  const timeoutMs = whole(env, 'CARRIER_TIMEOUT_MS', 10_000)
  if (timeoutMs < 1 || timeoutMs > longestCarrierMs) {
    throw new Error(`CARRIER_TIMEOUT_MS must be between 1 and ${longestCarrierMs}`)
  }
  if (!url) return undefined
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('CARRIER_URL must be an http(s) address')
  if (!token) throw new Error('CARRIER_URL needs CARRIER_TOKEN')
  return { url, token, timeoutMs }
}

function readLookup(env: Env): LookupConfig {
  const logMonths = whole(env, 'LOOKUP_LOG_MONTHS', 12)
  if (logMonths < 1) throw new Error('LOOKUP_LOG_MONTHS must be at least 1')
  return { logMonths }
}

/** Shortest secret that a webhook is signed with, in characters. */
const shortestSecret = 16

function readBank(env: Env): Config['bank'] {
  const { BANK_FEED_URL: url, BANK_FEED_TOKEN: token, BANK_WEBHOOK_SECRET: secret } = env
  const timeoutMs = whole(env, 'BANK_FEED_TIMEOUT_MS', 10_000)
  const everySeconds = whole(env, 'BANK_POLL_SECONDS', 15)
  if (timeoutMs < 1 || timeoutMs > 60_000) throw new Error('BANK_FEED_TIMEOUT_MS must be between 1 and 60000')
  if (everySeconds < 1 || everySeconds > 3600) throw new Error('BANK_POLL_SECONDS must be between 1 and 3600')
  if (secret && secret.length < shortestSecret)
    throw new Error(`BANK_WEBHOOK_SECRET must have at least ${shortestSecret} characters`)
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('BANK_FEED_URL must be an http(s) address')
  if (url && !token) throw new Error('BANK_FEED_URL needs BANK_FEED_TOKEN')
  return {
    feed: url && token ? { url, token, timeoutMs, everySeconds } : undefined,
    webhookSecret: secret || undefined,
  }
}

const partner = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,99}$/)),
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().check(z.minLength(1)),
  secret: z.optional(z.string().check(z.minLength(shortestSecret))),
  timeoutMs: z._default(z.int().check(z.gte(1), z.lte(60_000)), 10_000),
})

function readPartners({ REFUND_PARTNERS: text }: Env): Config['partners'] {
  if (!text) return []
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('REFUND_PARTNERS must be a JSON list')
  }
  const read = z.array(partner).safeParse(json)
  // The values are secrets: only where it is wrong is said.
  if (!read.success)
    throw new Error(
      `REFUND_PARTNERS is wrong at ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
    )
  if (new Set(read.data.map(({ name }) => name)).size < read.data.length)
    throw new Error('REFUND_PARTNERS names a partner twice')
  return read.data
}

/** Reads the configuration; throws an Error that names the variable when one is missing or wrong. */
export function readConfig(env: Env = process.env): Config {
  const production = env.NODE_ENV === 'production'
  const demo = env.VASDESK_DEMO === '1'
  if (production && demo) throw new Error('VASDESK_DEMO=1 is refused with NODE_ENV=production')
  if (production && !env.DATABASE_URL) throw new Error('NODE_ENV=production needs DATABASE_URL')
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_EMAIL: email = '' } = env
  if (production && password !== undefined && password.length < 12) {
    throw new Error('ADMIN_PASSWORD must have at least 12 characters')
  }
  return {
    port: whole(env, 'PORT', 3000),
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(env.DATA_DIR ?? './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || undefined,
    production,
    demo,
    firstAdmin: username && password ? { username, password, email } : undefined,
    idleSeconds: whole(env, 'SESSION_IDLE_SECONDS', 3600),
    rate: { perSecond: whole(env, 'RATE_PER_SECOND', 20), burst: whole(env, 'RATE_BURST', 60) },
    exportIdleSeconds: whole(env, 'EXPORT_IDLE_SECONDS', 120),
    trustProxy: whole(env, 'TRUST_PROXY', 0),
    logLevel: env.LOG_LEVEL ?? 'info',
    poolSize: whole(env, 'DB_POOL', 16),
    shared: env.VASDESK_SHARED === '1' || Boolean(env.DATABASE_URL),
    carrier: readCarrier(env),
    bank: readBank(env),
    partners: readPartners(env),
    lookup: readLookup(env),
    secretsKey: env.SECRETS_KEY ? readKey(env.SECRETS_KEY, 'SECRETS_KEY') : undefined,
  }
}
