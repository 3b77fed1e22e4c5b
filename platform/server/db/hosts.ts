/**
 * Addresses of a database on several hosts, as libpq writes them:
 * `postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write`.
 */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** Purpose of a connection: only one host takes writes, and standbys serve reads. */
export type Wish = 'writes' | 'reads'

type Host = { host: string; port: number }
/** A host that answered; `timeline` counts the promotions up to it, null if it takes no writes. */
type Answer = Host & { timeline: number | null }
type Finder = { find: () => Promise<Host>; forget: () => void }

/** Time in which a host must answer; the driver gives up a connection after twice as long. */
const patienceMs = 1_000
/** Once one host reports that it takes writes, the others have this long to report the same. */
const othersMs = 250
/** A found host is used for this long unless a connection to it fails. */
const trustMs = 5_000

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]+)(.*)$/

/** One address for each host of `url`, in order; `url` itself if it has another form. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? []
  return hosts === '' ? [url] : hosts.split(',').map((host) => before + host + after)
}

/** The parameter `target_session_attrs` of `url`, or undefined. */
export const sessionAttributes = (url: string): string | undefined =>
  URL.parse(addressesOf(url)[0] ?? '')?.searchParams.get('target_session_attrs') ?? undefined

/** Hosts and database of `url`, without secrets. */
export function shownAddress(url: string): string {
  const hosts = addressesOf(url).map((one) => new URL(one))
  const names = hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`)
  return names.join(',') + (hosts[0]?.pathname ?? '')
}

// The name of a WAL segment starts with the timeline.
const question = `SELECT CASE WHEN NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off'
  THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`

async function ask(address: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'vasdesk-hosts',
  })
  // Failures reject the calls below.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(question)
    return { host: client.host, port: client.port, timeline: rows[0]?.timeline ?? null }
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Resolves when all have answered, or shortly after one that takes writes. */
async function askAll(addresses: readonly string[]): Promise<PromiseSettledResult<Answer>[]> {
  const late: PromiseRejectedResult = { status: 'rejected', reason: new Error('no answer yet') }
  const results = addresses.map((): PromiseSettledResult<Answer> => late)
  const asking = addresses.map(async (address, index) => {
    const [result] = await Promise.allSettled([ask(address)])
    results[index] = result
    if (result.status === 'fulfilled' && result.value.timeline !== null) return
    throw new Error('takes no writes')
  })
  const writable = Promise.any(asking).then(() => sleep(othersMs))
  await Promise.race([Promise.allSettled(asking), writable.catch(() => Promise.allSettled(asking))])
  return results
}

const timelineOf = ({ timeline }: Answer): number => timeline ?? 0

/**
 * Finds a host for a purpose. A host is only written to while none seen so far had a later timeline: the former
 * primary, restarted by mistake after a failover, is not used.
 */
function openFinder(addresses: readonly string[], wish: Wish): Finder {
  let current: { checkedAt: number; host: Promise<Host> } | undefined
  let latest = 0
  const search = async (): Promise<Host> => {
    const results = await askAll(addresses)
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (answers.length === 0) throw results.find((result) => result.status === 'rejected')?.reason
    latest = Math.max(latest, ...answers.map(timelineOf))
    const standby = answers.find(({ timeline }) => timeline === null)
    const primary = answers.find((answer) => answer.timeline !== null && answer.timeline === latest)
    const host = wish === 'writes' ? primary : (standby ?? primary)
    if (host) return host
    // Temporary, like a host that is still starting.
    throw Object.assign(new Error(`none of ${answers.length} hosts takes writes`), { code: 'ECONNREFUSED' })
  }
  const forget = (): void => {
    current = undefined
  }
  return {
    forget,
    find() {
      if (current && performance.now() - current.checkedAt < trustMs) return current.host
      const host = search()
      current = { checkedAt: performance.now(), host }
      host.catch(forget)
      return host
    },
  }
}

/** A socket that connects to the host found by the finder, not to the given one. */
function socketTo({ find, forget }: Finder): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  const reach = async (): Promise<void> => {
    const { host, port } = await find()
    if (socket.destroyed) return
    socket.once('error', forget)
    connect(port, host)
  }
  socket.connect = (() => {
    reach().catch((error: Error) => socket.destroy(error))
    return socket
  }) as typeof socket.connect
  return socket
}

/** All pools of a process share one finder per database. */
const finders = new Map<string, Finder>()

function finderOf(url: string, wish: Wish): Finder {
  const key = `${wish} ${url}`
  const finder = finders.get(key) ?? openFinder(addressesOf(url), wish)
  finders.set(key, finder)
  return finder
}

/** The driver checks a certificate against the first host: accept that of any host of the address. */
function checkAny(addresses: readonly string[]) {
  const names = addresses.map((address) => new URL(address).hostname)
  return (_: string, certificate: PeerCertificate): Error | undefined => {
    const errors = names.map((name) => checkServerIdentity(name, certificate))
    return errors.includes(undefined) ? undefined : errors[0]
  }
}

/** Driver settings for `url`: unchanged for a single host, else a host for the purpose, looked up for each new connection. */
export function connectionTo(url: string, wish: Wish = 'writes'): pg.ClientConfig {
  const addresses = addressesOf(url)
  const [first = url] = addresses
  if (addresses.length === 1 && sessionAttributes(url) === undefined) return { connectionString: url }
  const { ssl, ...config } = parseIntoClientConfig(first)
  const checked = typeof ssl === 'object' ? { checkServerIdentity: checkAny(addresses), ...ssl } : ssl
  const stream = () => socketTo(finderOf(url, wish))
  return { ...config, ...(checked !== undefined && { ssl: checked }), stream }
}
