/** State of the feeds: whether they are late, and how many rows are quarantined. */
import sql from 'sql-template-tag'
import type { FeedName, FeedState } from '#platform/contract/calls/feeds.ts'
import type { Queryable } from '../db/pool.ts'

/** Delay after which a feed is late, in seconds; one failed attempt is not enough. */
const patience = 120

type Polled = Readonly<Record<FeedName, boolean>>

type Figures = Omit<FeedState, 'late'> & { overdue: boolean }

/** All feeds in the database, polled or not. */
export async function feedFigures(db: Queryable): Promise<Figures[]> {
  const { rows } = await db.query<Figures>(sql`
    SELECT f.name, f.failures, f.read_at, extract(epoch FROM now() - f.read_at)::int AS behind, n.set_aside,
      f.next_at < now() - make_interval(secs => ${patience})
        OR f.failures > 0 AND coalesce(f.read_at < now() - make_interval(secs => ${patience}), true) AS overdue
    FROM feeds f CROSS JOIN LATERAL (
      SELECT count(*)::int AS set_aside FROM feed_rejects r WHERE r.feed = f.name AND r.settled_at IS NULL) n
    ORDER BY f.name`)
  return rows
}

/** State of all feeds; one that is not polled is never late. */
export const statesOf = async (db: Queryable, polled: Polled): Promise<FeedState[]> =>
  (await feedFigures(db)).map(({ overdue, ...row }) => ({ ...row, late: overdue && polled[row.name] }))
