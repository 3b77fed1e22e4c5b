/** Reads the bank feed in the background: one server process at a time, farther apart while it fails. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { mesbank } from '../../../contract/resources/mesbank.ts'
import { withTransaction } from '../../db/pool.ts'
import type { BankFeed, FeedPage } from '../../gateways/bank/bank.ts'
import type { Services } from '../../kit/context.ts'
import { keepDoing } from '../../kit/keep-doing.ts'
import { takeTransfers } from './take-transfers.ts'

type Polling = { feed: BankFeed; everySeconds: number; timeoutMs: number }

/** Longest pause after failures, in seconds. */
const longestPause = 300
/** How often a process looks whether it is time, in ms. */
const tickMs = 1_000
/** Pages of one turn; what is left comes with the next one. */
const mostPages = 20

type Turn = { lease: string; cursor: string | null }

/** Takes the turn, or null: not yet time, or another process has it. A turn whose process died ends by itself. */
async function beginTurn({ pool }: Services, { timeoutMs }: Polling): Promise<Turn | null> {
  const lease = randomUUID()
  const { rows } = await pool.query<{ cursor: string | null }>(sql`
    UPDATE bank_feed SET lease = ${lease}, leased_until = now() + make_interval(secs => ${timeoutMs / 1000 + 30})
    WHERE next_at <= now() AND (leased_until IS NULL OR leased_until < now()) RETURNING cursor`)
  const row = rows[0]
  return row ? { lease, cursor: row.cursor } : null
}

/** Stores a page and how far it went, both or neither; false when the turn is no longer ours. */
async function keepPage(
  services: Services,
  lease: string,
  page: FeedPage,
  polling: Polling,
): Promise<boolean> {
  const ids = await withTransaction(services.pool, async (client) => {
    const { rowCount } = await client.query(sql`
      UPDATE bank_feed SET cursor = ${page.cursor}, failures = 0,
        leased_until = now() + make_interval(secs => ${polling.timeoutMs / 1000 + 30}) WHERE lease = ${lease}`)
    return rowCount ? takeTransfers(client, page.transfers) : null
  })
  if (ids && ids.length > 0) services.publish(mesbank.path, ids)
  return ids !== null
}

async function endTurn(
  { pool }: Services,
  lease: string,
  failed: boolean,
  { everySeconds }: Polling,
): Promise<void> {
  await pool.query(sql`
    UPDATE bank_feed SET lease = NULL, leased_until = NULL, failures = CASE WHEN ${failed} THEN failures + 1 ELSE 0 END,
      next_at = now() + make_interval(secs => CASE WHEN ${failed}
        THEN least(${everySeconds} * 2.0 ^ least(failures + 1, 20), ${longestPause}) ELSE ${everySeconds} END)
    WHERE lease = ${lease}`)
}

/** One turn: reads page after page until there is no more or `signal` says so. Answers how many pages, or null without a turn. */
export async function pollOnce(
  services: Services,
  polling: Polling,
  signal?: AbortSignal,
): Promise<number | null> {
  const turn = await beginTurn(services, polling)
  if (!turn) return null
  let { cursor } = turn
  let pages = 0
  let failed = false
  try {
    for (let more = true; more && pages < mostPages && !signal?.aborted; pages++) {
      failed = true
      const reply = await polling.feed.read(cursor)
      if (!reply.ok) {
        services.log.warn({ why: reply.why, inner: reply.inner }, 'bank feed not read')
        break
      }
      if (reply.page.more && reply.page.cursor === cursor) {
        services.log.warn({ pages }, 'bank feed not read: the cursor stands still')
        break
      }
      if (!(await keepPage(services, turn.lease, reply.page, polling))) break
      failed = false
      cursor = reply.page.cursor
      more = reply.page.more
    }
  } finally {
    await endTurn(services, turn.lease, failed, polling)
  }
  return pages
}

/** Polls from now on; answers how to stop, which waits for the page under way. */
export function keepPolling(services: Services, polling: Polling): () => Promise<void> {
  const run = (signal: AbortSignal) => pollOnce(services, polling, signal)
  return keepDoing({ name: 'reading the bank feed', everyMs: tickMs, run }, services.log)
}
