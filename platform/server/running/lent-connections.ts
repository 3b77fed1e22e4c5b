/** Detects exhausted pools: all connections checked out but idle, so that requests would wait until a restart. */
import type { Pool, PoolClient, Queryable } from '../db/pool.ts'

/** A checked-out connection without activity for this long, in seconds, counts as idle. */
const idleSeconds = 10

type Backend = PoolClient & { processID?: number | null }

/** The connections currently checked out. */
function trackCheckedOut(pool: Pool): ReadonlySet<Backend> {
  const checkedOut = new Set<Backend>()
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_error, client) => checkedOut.delete(client))
  return checkedOut
}

/**
 * Watches `pools` by name. `stuck` returns the pools with no connection left, of which none has an open transaction or
 * was used recently; it queries through another pool's connection. Needs the database's own backend ids, so it does not
 * work behind a pooler.
 */
export function openLentWatch(pools: Readonly<Record<string, Pool>>): {
  stuck: (db: Queryable) => Promise<string[]>
} {
  const watched = Object.entries(pools).map(([name, pool]) => ({ name, pool, lent: trackCheckedOut(pool) }))
  const isStuck = async (db: Queryable, lent: ReadonlySet<Backend>): Promise<boolean> => {
    const { rows } = await db.query<{ used: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = ANY($1::int[])
         AND (state <> 'idle' OR state_change > now() - make_interval(secs => $2))) AS used`,
      [[...lent].map(({ processID }) => processID ?? 0), idleSeconds],
    )
    return rows[0]?.used === false
  }
  return {
    async stuck(db) {
      const names: string[] = []
      for (const { name, pool, lent } of watched)
        if (lent.size >= pool.options.max && (await isStuck(db, lent))) names.push(name)
      return names
    },
  }
}
