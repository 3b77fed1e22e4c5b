/** Reads a feed of an external system: by one process at a time, page by page, each page once. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FeedPage } from '../gateways/feed-page.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '../running/periodic.ts'
import type { Ingester } from './quarantine.ts'
import { asSystem } from '#kit/server/system.ts'

export type Feed = {
  rows: Ingester
  /** Requests the page after `cursor` (null: the first); within the time limit, never throws. */
  ask: (
    cursor: string | null,
  ) => Promise<{ ok: true; data: FeedPage } | { ok: false; reason: string; inner: string }>
  /** Polling interval when there is nothing more. */
  everySeconds: number
}

/** A crashed reader's feed is taken over after this many seconds; longer than a request may take. */
const leaseSeconds = 90
/** The pause doubles with each failure in a row, up to this many seconds. */
const longestPause = 300
/** How often a process checks whether the feed is due, in ms. */
const checkEvery = 1_000

type Lease = { lease: string; cursor: string | null }

/** Takes the lease of the feed if it is due and free; null otherwise. */
async function takeLease({ pool }: Services, { rows: { feed } }: Feed): Promise<Lease | null> {
  const { rows } = await pool.query<Lease>(sql`
    UPDATE feeds SET lease = ${randomUUID()}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE name = ${feed} AND next_at <= now() AND (leased_until IS NULL OR leased_until < now())
    RETURNING lease, cursor`)
  return rows[0] ?? null
}

/** Saves rows and cursor together, only while holding the lease; returns whether it did. */
const savePage = (services: Services, feed: Feed, { lease }: Lease, page: FeedPage): Promise<boolean> =>
  asSystem(services, `feed:${lease}`, async (ctx) => {
    const { rowCount } = await ctx.db.query(sql`
      UPDATE feeds SET cursor = ${page.cursor}, failures = 0, read_at = now(),
        next_at = now() + make_interval(secs => ${page.more ? 0 : feed.everySeconds}),
        leased_until = CASE WHEN ${page.more}::boolean THEN now() + make_interval(secs => ${leaseSeconds}) END
      WHERE name = ${feed.rows.feed} AND lease = ${lease} AND leased_until > now()`)
    if (rowCount === 0) return false
    await feed.rows.ingest(page.rows, ctx)
    return true
  })

/** Releases the feed at once, as this process stops. */
async function leave({ pool }: Services, { rows: { feed } }: Feed, { lease }: Lease): Promise<void> {
  await pool.query(sql`UPDATE feeds SET leased_until = NULL WHERE name = ${feed} AND lease = ${lease}`)
}

/** Lengthens the pause after each failure in a row. */
async function backOff({ pool, log }: Services, of: Feed, { lease }: Lease, reason: string): Promise<void> {
  const { feed } = of.rows
  log.warn({ feed, why: reason }, 'feed not read')
  await pool.query(sql`
    UPDATE feeds SET failures = failures + 1, leased_until = NULL,
      next_at = now() + make_interval(
        secs => least(${of.everySeconds} * power(2, least(failures + 1, 20)), ${longestPause}))
    WHERE name = ${feed} AND lease = ${lease}`)
}

/** Reads and saves one page; returns the next cursor, or null at the end or without the lease. */
async function readPage(services: Services, feed: Feed, lease: Lease, cursor: string | null) {
  const reply = await feed.ask(cursor)
  if (!reply.ok) throw new Error(`${reply.reason}: ${reply.inner}`)
  const page = reply.data
  if (page.more && page.cursor === cursor) throw new Error('the cursor stands still')
  const saved = await savePage(services, feed, lease, page)
  return { rows: saved ? page.rows.length : 0, next: saved && page.more ? page.cursor : null }
}

/**
 * Reads the feed to its end if it is due and free; returns the number of rows received, or null without a lease.
 * Failures are logged and delay the next attempt. `signal` ends it after the current page.
 */
export async function readFeed(services: Services, feed: Feed, signal?: AbortSignal): Promise<number | null> {
  const lease = await takeLease(services, feed)
  if (!lease) return null
  let count = 0
  try {
    for (let { cursor } = lease; ;) {
      const { rows, next } = await readPage(services, feed, lease, cursor)
      count += rows
      if (next === null) return count
      if (signal?.aborted) {
        await leave(services, feed, lease)
        return count
      }
      cursor = next
    }
  } catch (error) {
    await backOff(services, feed, lease, String(error))
  }
  return count
}

/** Starts reading the feed; the returned function stops it after the current page. */
export const keepReading = (services: Services, feed: Feed): (() => Promise<void>) =>
  runPeriodically(
    {
      name: `reading ${feed.rows.feed}`,
      everyMs: checkEvery,
      run: (signal) => readFeed(services, feed, signal),
    },
    services.log,
  )
