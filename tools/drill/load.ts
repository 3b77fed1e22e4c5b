/** Users who write and read continuously, with a journal of acknowledged writes. */
import { callToAdd, read, type Asked } from '../player/asked.ts'
import { replyOf, exchange, type Reply, type Sent } from '../player/exchange.ts'
import { keyFor, expectOk, personAt, Refused, signIn as signInAt, type Person } from '../player/person.ts'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import { query } from './database.ts'

/** Each call on its own connection. */
const connection = { agent: false, timeout: 30_000 } as const

export const signIn = (url: string, username: string, password: string): Promise<string> =>
  signInAt(url, username, password, connection)

/** A user at one server. */
export const userAt = (url: string, token: string): Person => personAt(url, token, connection)

/** A blacklisted number with times of sending and acknowledgement, in ms. */
type Saved = { phone: string; sent: number; answered: number }
export type Seen = { requests: number; failed: string[]; saved: Saved[] }

/** Whether the next process is tried after this error, as in `deploy/nginx.conf`. */
function isRepeated(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || code === 'ECONNRESET'
}

/** Asks the first of `urls` that answers: writes have keys, so after a refused or broken connection the next one is tried. */
const behind = (urls: readonly string[], token: string): Person => ({
  async ask<A>(wanted: Asked<A>): Promise<Reply<A>> {
    const sent: Sent = { ...connection, token, ...keyFor(wanted), ...wanted }
    for (const url of urls.slice(0, -1))
      try {
        return replyOf(await exchange(url + wanted.path, sent))
      } catch (error) {
        if (!isRepeated(error)) throw error
      }
    return replyOf(await exchange((urls.at(-1) ?? '') + wanted.path, sent))
  },
})

const workers = 6
/** Gives each of several loads on one database different numbers. */
let next = 900_000_000

/** Starts the load; the returned function stops it and returns the journal. */
export function beginLoad(urls: string[], token: string): () => Promise<Seen> {
  const journal: Seen = { requests: 0, failed: [], saved: [] }
  let stopped = false
  const person = behind(urls, token)
  const succeeds = async (wanted: Asked): Promise<boolean> => {
    journal.requests += 1
    try {
      await expectOk(person, wanted)
      return true
    } catch (error) {
      const { method, path } = wanted
      const reason = (error as Error).message
      journal.failed.push(error instanceof Refused ? reason : `${method} ${path}: ${reason}`)
      return false
    }
  }
  const work = async (): Promise<void> => {
    while (!stopped) {
      const phone = String(next++)
      const sent = Date.now()
      if (await succeeds(callToAdd(blacklist, { phone_number: phone })))
        journal.saved.push({ phone, sent, answered: Date.now() })
      await succeeds(read(`blacklist?keyword=${phone}`))
    }
  }
  const all = Array.from({ length: workers }, work)
  return async () => {
    stopped = true
    await Promise.all(all)
    return journal
  }
}

/** Summary of the journal; throws when a request failed. */
export function withoutFailure({ requests, failed, saved }: Seen): string {
  if (failed.length > 0)
    throw new Error(`${failed.length} of ${requests} requests failed, first: ${failed[0]}`)
  return `${requests} requests, ${saved.length} numbers saved, none failed`
}

/** Checks acknowledged writes: all before the backup's moment are there, none sent well after it. */
export async function compareJournal(url: string, { saved }: Seen, moment: string): Promise<string> {
  const backupMs = new Date(moment).getTime()
  const rows = await query<{ phone: string }>(url, 'SELECT phone_number AS phone FROM blacklist')
  const present = new Set(rows.map(({ phone }) => phone))
  const before = saved.filter(({ answered }) => answered < backupMs)
  const lost = before.filter(({ phone }) => !present.has(phone))
  const late = saved.filter(({ sent, phone }) => sent > backupMs + 1_000 && present.has(phone))
  if (lost.length + late.length > 0) throw new Error(`${lost.length} numbers lost, ${late.length} from later`)
  if (before.length === 0) throw new Error('nothing was saved before the backup')
  return `${before.length} numbers saved before it are there, ${saved.length - before.length} later ones are not`
}
