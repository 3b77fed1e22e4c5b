/** Waits for a database that is starting, as after a reboot or in a new container. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionTo, shownAddress } from './hosts.ts'

type Waiting = {
  /** Longest wait in seconds. */
  seconds: number
  signal?: AbortSignal | undefined
  log: { info: (details: object, message: string) => void }
}

const every = 500

/** Errors of a starting database: no listener, unknown name, starting up, too many connections. */
const comingUp = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P03',
  '53300',
])

async function failure(url: string): Promise<(Error & { code?: string }) | null> {
  const client = new pg.Client({
    ...connectionTo(url),
    connectionTimeoutMillis: 5_000,
    application_name: 'vasdesk start',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return null
  } catch (error) {
    return error as Error
  }
}

/** Resolves once a session can be opened. Throws at once for permanent errors (wrong password, no such database). */
export async function awaitDatabase(url: string, { seconds, signal, log }: Waiting): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  for (let tries = 0; ; tries++) {
    const error = await failure(url)
    if (!error) return
    const address = shownAddress(url)
    const reason = error.code ?? error.message
    const passes = comingUp.has(error.code ?? '') || /timeout|terminated/.test(error.message)
    if (!passes) throw new Error(`the database ${address} refuses: ${error.message}`, { cause: error })
    if (Date.now() >= deadline)
      throw new Error(`the database ${address} did not answer for ${seconds} s: ${reason}`, { cause: error })
    if (tries === 0) log.info({ database: address, why: reason, seconds }, 'waiting for the database')
    await sleep(every, undefined, { ...(signal && { signal }) })
  }
}
