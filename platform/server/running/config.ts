/** Configuration from environment variables, read once at startup. A production start refuses to guess. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import * as z from 'zod/mini'
import { addressesOf, sessionAttributes } from '../db/hosts.ts'
import { processLimits } from './limits.ts'
import { isDatabaseEncrypted, isWebEncrypted } from './encrypted.ts'
import { readKey } from './secrets.ts'

export type Config = {
  port: number
  host: string
  /** Certificate and key of this process in PEM, if the proxy in front uses TLS to reach it. */
  tls: { cert: string; key: string } | undefined
  /** Host name that only serves the shop, in lower case, with a non-default port. */
  shopHost: string | undefined
  dataDir: string
  /** Nothing is saved if the disk of `dataDir` has fewer free bytes; 0 disables the check. */
  diskReserveBytes: number
  /** External PostgreSQL; undefined: the embedded one. */
  databaseUrl: string | undefined
  /** Address of PostgreSQL itself, if `databaseUrl` is that of a transaction pooler. */
  databaseDirectUrl: string | undefined
  /** A standby for long reads, and how long they wait for it to catch up, in ms. */
  replica: { url: string; waitMs: number } | undefined
  production: boolean
  /** Time limit of a commit, in ms. */
  commitTimeoutMs: number
  /** Seconds that a start waits for a database that is still starting. */
  databaseWaitSeconds: number
  /** Seconds in which /readyz reports stopping while requests are still accepted. */
  stopGraceSeconds: number
  /** Seconds for running requests to end at shutdown; then they are aborted. */
  stopSeconds: number
  /** Simulates external systems that are not configured: true by configuration, undefined for a demo's database only. */
  simulators: boolean | undefined
  /** Production starts on a database created by the demo. */
  allowDemoDatabase: boolean
  /** Bearer token for /metrics; undefined: not readable. */
  metricsToken: string | undefined
  /** Seed the demo organisation into an empty database. */
  demo: boolean
  /** First administrator of a production database. */
  firstAdmin: { username: string; password: string; email: string } | undefined
  /** Session ends when unused for this many seconds. */
  idleSeconds: number
  /** Requests per second and user, and the burst above it; 0 switches it off. */
  rate: { perSecond: number; burst: number }
  /** An export whose client reads nothing for this long is aborted, in seconds. */
  exportIdleSeconds: number
  /** Number of trusted proxies in front; entries that the client itself sends in X-Forwarded-For are ignored. */
  trustProxy: number
  logLevel: string
  /** Database connections of this process. */
  poolSize: number
  /** Several server processes share one database. */
  shared: boolean
  /** The carrier's gateway (docs/providers.md); undefined: look-ups are not configured. */
  carrier: { url: string; token: string; timeoutMs: number } | undefined
  /** The bank feed (docs/providers.md): polled if `feed` is set, pushes accepted if there is a secret. */
  bank: {
    feed: { url: string; token: string; timeoutMs: number; everySeconds: number } | undefined
    webhookSecret: string | undefined
  }
  /** Refund partners by domain, one of setting `kenh_doi_tac_ds` (docs/providers.md). */
  partners: readonly {
    name: string
    url: string
    token: string
    /** Key for signatures of the partner's pushes; without it its orders are only polled. */
    secret?: string | undefined
    timeoutMs: number
  }[]
  lookup: LookupConfig
  /** Encrypts the secrets in the database; undefined: not configured. */
  secretsKey: Buffer | undefined
}

/** Configuration of look-ups besides the carrier. */
export type LookupConfig = {
  /** Months that entries of the look-up log are kept. */
  logMonths: number
}

type Env = Record<string, string | undefined>

/** The environment and all problems found, to report them together. */
type Reading = {
  env: Env
  problems: string[]
  /** Addresses on other machines may be without TLS: outside production, or if the operator allows it. */
  plaintext: boolean
}

function readingOf(env: Env): Reading {
  const reading: Reading = { env, problems: [], plaintext: true }
  const allowed = flag(reading, 'ALLOW_PLAINTEXT') === true
  return { ...reading, plaintext: allowed || env.NODE_ENV !== 'production' }
}

/** In production all traffic that leaves the machine must be encrypted, or the start is refused (ASVS V12.3.1). */
function requireEncrypted(
  { problems, plaintext }: Reading,
  name: string,
  encrypted: boolean,
  remedy: string,
): void {
  if (encrypted || plaintext) return
  problems.push(
    `${name} leads to another machine without TLS: ${remedy}, or on a line that nobody else reads ALLOW_PLAINTEXT=1`,
  )
}

/** The whole number of a variable within its bounds, or its default. */
function whole(
  { env, problems }: Reading,
  name: string,
  fallback: number,
  [least, most]: readonly [least: number, most: number] = [0, Number.MAX_SAFE_INTEGER],
): number {
  const raw = env[name]
  if (raw === undefined || raw === '') return fallback
  const value = Number(raw)
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `between ${least} and ${most}`
  if (Number.isInteger(value) && value >= least && value <= most) return value
  problems.push(`${name} must be a whole number ${bounds}, not '${raw}'`)
  return fallback
}

/** The value of a variable with fixed options, or its default. */
function readOption(
  { env, problems }: Reading,
  name: string,
  fallback: string,
  allowed: readonly string[],
): string {
  const raw = env[name] || fallback
  if (allowed.includes(raw)) return raw
  problems.push(`${name} must be one of ${allowed.filter(Boolean).join(', ')}, not '${raw}'`)
  return fallback
}

/** A switch: 1 or 0; undefined if it is not set. */
function flag(reading: Reading, name: string): boolean | undefined {
  const value = readOption(reading, name, '', ['', '0', '1'])
  return value === '' ? undefined : value === '1'
}

/** A host name with or without a port, as browsers send it. */
function readHost({ env, problems }: Reading, name: string): string | undefined {
  const host = env[name]?.toLowerCase()
  if (!host) return undefined
  if (URL.parse(`https://${host}`)?.host !== host)
    problems.push(`${name} must be a host name as sim.example.vn, not '${host}'`)
  return host
}

/** Content of the file named by a variable. */
function fileOf({ env, problems }: Reading, name: string): string | undefined {
  const path = env[name]
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.push(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** Both or neither; a mismatch is detected here, not at the first request. */
function readTls(reading: Reading): Config['tls'] {
  const { env, problems } = reading
  const [cert, key] = [fileOf(reading, 'TLS_CERT_FILE'), fileOf(reading, 'TLS_KEY_FILE')]
  if (Boolean(env.TLS_CERT_FILE) !== Boolean(env.TLS_KEY_FILE))
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE go together')
  if (cert === undefined || key === undefined) return undefined
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    problems.push(`TLS_CERT_FILE and TLS_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { cert, key }
}

/** Address and token of an external system, both or neither. */
function outside(reading: Reading, name: string): { url: string; token: string } | undefined {
  const { env, problems } = reading
  const [url, token] = [env[`${name}_URL`], env[`${name}_TOKEN`]]
  if (!url) return undefined
  const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  if (!isWeb) problems.push(`${name}_URL must be an http(s) address`)
  else requireEncrypted(reading, `${name}_URL`, isWebEncrypted(url), 'use https')
  if (!token) problems.push(`${name}_URL needs ${name}_TOKEN`)
  return isWeb && token ? { url, token } : undefined
}

/** Largest time limit for the carrier in ms: a look-up counts as lost after twice as long. */
const longestCarrierMs = 30_000

function readCarrier(reading: Reading): Config['carrier'] {
  const timeoutMs = whole(reading, 'CARRIER_TIMEOUT_MS', 10_000, [1, longestCarrierMs])
  const carrier = outside(reading, 'CARRIER')
  return carrier && { ...carrier, timeoutMs }
}

/** Minimum length of webhook secrets and of the token of /metrics, in characters. */
const shortestSecret = 16

/** A secret from the environment; one that could be guessed is refused. */
function secretOf({ env, problems }: Reading, name: string): string | undefined {
  const secret = env[name]
  if (secret && secret.length < shortestSecret)
    problems.push(`${name} must have at least ${shortestSecret} characters`)
  return secret || undefined
}

function readBank(reading: Reading): Config['bank'] {
  const timeoutMs = whole(reading, 'BANK_FEED_TIMEOUT_MS', 10_000, [1, 60_000])
  const everySeconds = whole(reading, 'BANK_POLL_SECONDS', 15, [1, 3600])
  const feed = outside(reading, 'BANK_FEED')
  return {
    feed: feed && { ...feed, timeoutMs, everySeconds },
    webhookSecret: secretOf(reading, 'BANK_WEBHOOK_SECRET'),
  }
}

const partner = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,99}$/)),
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().check(z.minLength(1)),
  secret: z.optional(z.string().check(z.minLength(shortestSecret))),
  timeoutMs: z._default(z.int().check(z.gte(1), z.lte(60_000)), 10_000),
})

function readPartners(reading: Reading): Config['partners'] {
  const {
    env: { REFUND_PARTNERS: text },
    problems,
  } = reading
  if (!text) return []
  const wrong = (reason: string): [] => {
    problems.push(`REFUND_PARTNERS ${reason}`)
    return []
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return wrong('must be a JSON list')
  }
  const read = z.array(partner).safeParse(json)
  // The values are secrets: only the position of the error is reported.
  if (!read.success)
    return wrong(`is wrong at ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  if (new Set(read.data.map(({ name }) => name)).size < read.data.length)
    return wrong('names a partner twice')
  for (const { name, url } of read.data)
    requireEncrypted(reading, `REFUND_PARTNERS: ${name}`, isWebEncrypted(url), 'use https')
  return read.data
}

function readSecretsKey({ env: { SECRETS_KEY: text }, problems }: Reading): Buffer | undefined {
  try {
    return text ? readKey(text, 'SECRETS_KEY') : undefined
  } catch (error) {
    problems.push((error as Error).message)
    return undefined
  }
}

/** Values of target_session_attrs for writes, by libpq's names. */
const forWrites = ['read-write', 'primary']
const forReads = ['any', 'read-only', 'standby', 'prefer-standby']

function requireEncryptedDatabase(reading: Reading, name: string, url: string): void {
  try {
    const encrypted = isDatabaseEncrypted(url, reading.env.PGHOST)
    requireEncrypted(reading, name, encrypted, 'add ?sslmode=verify-full')
  } catch (error) {
    // For a missing certificate the system error names the file; any other error could quote the address.
    const { code, message } = error as NodeJS.ErrnoException
    reading.problems.push(`${name} cannot be read as an address${code === 'ENOENT' ? `: ${message}` : ''}`)
  }
}

function readDatabaseUrl(reading: Reading, name: string, attributes = forWrites): string | undefined {
  const { env, problems } = reading
  const url = env[name]
  if (!url) return undefined
  const isPostgres = (one: string): boolean => /^postgres(ql)?:$/.test(URL.parse(one)?.protocol ?? '')
  if (addressesOf(url).every(isPostgres)) requireEncryptedDatabase(reading, name, url)
  else problems.push(`${name} must be an address like postgres://user:password@host:port/database`)
  const attribute = sessionAttributes(url)
  if (attribute !== undefined && !attributes.includes(attribute))
    problems.push(`target_session_attrs in ${name} must be one of ${attributes.join(', ')}`)
  return url
}

/** The owner's database address, for commands, if servers connect as a role that only serves; throws as `readConfig` does. */
export function readOwnerUrl(env: Env): string | undefined {
  const reading = readingOf(env)
  const url = readDatabaseUrl(reading, 'DATABASE_OWNER_URL')
  if (reading.problems.length > 0) throw new Error(reading.problems.join('\n'))
  return url
}

function readReplica(reading: Reading): Config['replica'] {
  const url = readDatabaseUrl(reading, 'DATABASE_READ_URL', forReads)
  const waitMs = whole(reading, 'DATABASE_READ_WAIT_MS', 500, [0, 60_000])
  return url === undefined ? undefined : { url, waitMs }
}

/** Settings that are restricted in production. */
function readProduction(reading: Reading): Pick<Config, 'production' | 'demo' | 'simulators' | 'firstAdmin'> {
  const { env, problems } = reading
  // Any other value would be taken for a trial, which fills an empty database with the demo.
  const production =
    readOption(reading, 'NODE_ENV', '', ['', 'production', 'development', 'test']) === 'production'
  const demo = flag(reading, 'VASDESK_DEMO') === true
  const simulators = flag(reading, 'VASDESK_SIMULATORS')
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_EMAIL: email = '' } = env
  if (production) {
    if (demo) problems.push('VASDESK_DEMO=1 is refused with NODE_ENV=production')
    if (simulators) problems.push('VASDESK_SIMULATORS=1 is refused with NODE_ENV=production')
    if (!env.DATABASE_URL) problems.push('NODE_ENV=production needs DATABASE_URL')
    if (password !== undefined && password.length < 12)
      problems.push('ADMIN_PASSWORD must have at least 12 characters')
  }
  const firstAdmin = username && password ? { username, password, email } : undefined
  return { production, demo, simulators, firstAdmin }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Reads the configuration; throws an Error with one line for each variable that is missing or invalid. */
export function readConfig(env: Env = process.env): Config {
  const reading = readingOf(env)
  const { production, ...rest } = readProduction(reading)
  const config: Config = {
    port: whole(reading, 'PORT', 3000, [0, 65_535]),
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    tls: readTls(reading),
    shopHost: readHost(reading, 'SHOP_HOST'),
    dataDir: resolve(env.DATA_DIR || './data'),
    // The disk of an external database cannot be checked from here.
    diskReserveBytes: whole(reading, 'DISK_RESERVE_MB', env.DATABASE_URL ? 0 : 500, [0, 1_000_000_000]) * 1e6,
    databaseUrl: readDatabaseUrl(reading, 'DATABASE_URL'),
    databaseDirectUrl: readDatabaseUrl(reading, 'DATABASE_DIRECT_URL'),
    replica: readReplica(reading),
    commitTimeoutMs: whole(reading, 'COMMIT_TIMEOUT_MS', processLimits.commitMs, [100, 60_000]),
    databaseWaitSeconds: whole(reading, 'DATABASE_WAIT_SECONDS', 60),
    stopGraceSeconds: whole(reading, 'STOP_GRACE_SECONDS', production ? 5 : 0, [0, 3600]),
    stopSeconds: whole(reading, 'STOP_SECONDS', 15, [0, 3600]),
    production,
    ...rest,
    allowDemoDatabase: flag(reading, 'ALLOW_DEMO_DATABASE') === true,
    metricsToken: secretOf(reading, 'METRICS_TOKEN'),
    idleSeconds: whole(reading, 'SESSION_IDLE_SECONDS', 3600, [1, Number.MAX_SAFE_INTEGER]),
    rate: {
      perSecond: whole(reading, 'RATE_PER_SECOND', 20),
      burst: whole(reading, 'RATE_BURST', 60, [1, Number.MAX_SAFE_INTEGER]),
    },
    exportIdleSeconds: whole(reading, 'EXPORT_IDLE_SECONDS', 120),
    trustProxy: whole(reading, 'TRUST_PROXY', 0),
    logLevel: readOption(reading, 'LOG_LEVEL', 'info', logLevels),
    poolSize: whole(reading, 'DB_POOL', 16, [1, 1000]),
    shared: flag(reading, 'VASDESK_SHARED') ?? true,
    carrier: readCarrier(reading),
    bank: readBank(reading),
    partners: readPartners(reading),
    lookup: { logMonths: whole(reading, 'LOOKUP_LOG_MONTHS', 12, [1, 1200]) },
    secretsKey: readSecretsKey(reading),
  }
  if (reading.problems.length > 0) throw new Error(reading.problems.join('\n'))
  return config
}
