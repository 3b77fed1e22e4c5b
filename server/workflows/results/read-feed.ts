/** Reads the carrier's feed of registration results: one process at a time, page by page, each page once. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { resultRow } from '../../gateways/carrier/answers.ts'
import type { Carrier, FeedPage } from '../../gateways/carrier/carrier.ts'
import type { Ctx, Services } from '../../kit/context.ts'
import { keepDoing } from '../../kit/keep-doing.ts'
import { asSystem } from '../../kit/system.ts'
import { storeResults, type ArrivedResult } from './store-results.ts'

const feed = 'registration-results'

/** A reader that died leaves the feed to others after this many seconds; longer than a request may take. */
const leaseSeconds = 60
/** Between two looks when there is nothing more, in seconds. */
const pauseSeconds = 5
/** The pause doubles with each failure in a row, up to this many seconds. */
const longestPause = 600

type Lease = { lease: string; cursor: string }

/** Takes the feed when it is due and nobody reads it; null otherwise. */
async function takeLease({ pool }: Services): Promise<Lease | null> {
  const { rows } = await pool.query<Lease>(sql`
    UPDATE carrier_feeds SET lease = ${randomUUID()}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE name = ${feed} AND next_at <= now() AND (leased_until IS NULL OR leased_until < now())
    RETURNING lease, cursor`)
  return rows[0] ?? null
}

/** `row` is JSON text as it came: it may hold what no JSON column takes. */
type Rejected = { row: string; reason: string }

/** Reads rows one by one: the good ones, and what is wrong with each of the others. */
function readRows(rows: readonly unknown[]): {
  good: ArrivedResult[]
  bad: Rejected[]
} {
  const good: ArrivedResult[] = []
  const bad: Rejected[] = []
  for (const row of rows) {
    const read = resultRow.safeParse(row)
    if (read.success) {
      const { staff, ...result } = read.data
      good.push({ ...result, username_nv: staff ?? null })
    } else {
      bad.push({
        row: JSON.stringify(row),
        reason: read.error.issues.map(({ path }) => path.join('.')).join(', '),
      })
    }
  }
  return { good, bad }
}

/** Rows and cursor change together, and only for whoever still holds the lease; answers whether that is so. */
async function savePage(ctx: Ctx, { lease }: Lease, page: FeedPage): Promise<boolean> {
  const { rowCount } = await ctx.db.query(sql`
    UPDATE carrier_feeds SET cursor = ${page.cursor}, failures = 0,
      next_at = now() + make_interval(secs => ${page.more ? 0 : pauseSeconds}),
      leased_until = CASE WHEN ${page.more}::boolean THEN now() + make_interval(secs => ${leaseSeconds}) END
    WHERE name = ${feed} AND lease = ${lease} AND leased_until > now()`)
  if (rowCount === 0) return false
  const { good, bad } = readRows(page.rows)
  await storeResults(good, ctx)
  if (bad.length > 0) {
    await ctx.db.query(sql`
      INSERT INTO carrier_feed_rejects (feed, reason, row)
      SELECT ${feed}, reason, row FROM jsonb_to_recordset(${JSON.stringify(bad)}::jsonb) AS r(reason text, row text)`)
    ctx.log.warn({ feed, rejected: bad.length, reason: bad[0]?.reason }, 'results that cannot be read')
  }
  return true
}

/** Leaves the rest to whoever comes next, at once: this process stops. */
async function leave({ pool }: Services, { lease }: Lease): Promise<void> {
  await pool.query(
    sql`UPDATE carrier_feeds SET leased_until = NULL WHERE name = ${feed} AND lease = ${lease}`,
  )
}

/** Waits longer after each failure in a row. */
async function backOff({ pool, log }: Services, { lease }: Lease, why: string): Promise<void> {
  log.warn({ feed, why }, 'registration results not read')
  await pool.query(sql`
    UPDATE carrier_feeds SET failures = failures + 1, leased_until = NULL,
      next_at = now() + make_interval(secs => least(${pauseSeconds} * power(2, least(failures, 20)), ${longestPause}))
    WHERE name = ${feed} AND lease = ${lease}`)
}

/** Reads and saves one page; answers where the next one begins, or null when there is none for this reader. */
async function readPage(services: Services, carrier: Carrier, held: Lease, cursor: string) {
  const reply = await carrier.results(cursor, randomUUID())
  if (!reply.ok) throw new Error(`${reply.why}: ${reply.inner}`)
  const page = reply.data
  if (page.more && page.cursor === cursor) throw new Error('the cursor stands still')
  const saved = await asSystem(services, `feed:${held.lease}`, (ctx) => savePage(ctx, held, page))
  return { rows: saved ? page.rows.length : 0, next: saved && page.more ? page.cursor : null }
}

/**
 * Reads the feed to its end if it is due and no other process reads it; answers how many rows came. A failure is
 * logged and the next try waits, 5 seconds at first and at most 10 minutes. `signal` ends it after the page under way.
 */
export async function readFeed(services: Services, carrier: Carrier, signal?: AbortSignal): Promise<number> {
  const held = await takeLease(services)
  let count = 0
  try {
    for (let cursor = held?.cursor ?? null; held && cursor !== null;) {
      const { rows, next } = await readPage(services, carrier, held, cursor)
      count += rows
      cursor = next
      if (signal?.aborted && next !== null) {
        await leave(services, held)
        break
      }
    }
  } catch (error) {
    if (held) await backOff(services, held, String(error))
  }
  return count
}

/** How often a process looks whether the feed is due, in ms. */
const lookEvery = 5_000

/** Reads the feed from now on; answers how to stop. Without a carrier there is nothing to read. */
export function keepReadingResults(services: Services): () => Promise<void> {
  const { carrier, log } = services
  if (!carrier) return async () => undefined
  const run = (signal: AbortSignal) => readFeed(services, carrier, signal)
  return keepDoing({ name: 'reading registration results', everyMs: lookEvery, run }, log)
}
