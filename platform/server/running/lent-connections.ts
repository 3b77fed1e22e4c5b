/** Pools that have lent all their connections to nobody who uses them: no request gets through until a restart. */
import type { Pool, PoolClient, Queryable } from '../db/pool.ts'

/** A connection that its borrower leaves alone for this long, in seconds, does nothing for anybody. */
const idleSeconds = 10

type Backend = PoolClient & { processID?: number | null }

/** What is lent at the moment, from now on. */
function watchLent(pool: Pool): ReadonlySet<Backend> {
  const lent = new Set<Backend>()
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client))
  return lent
}

/**
 * Watches `pools` by name. `stuck` answers, asked through a connection of another pool, the names of those that have no
 * connection left while none of theirs has a transaction open or has been used lately. Wants to be told of the database's
 * own processes, so not behind a pooler.
 */
export function openLentWatch(pools: Readonly<Record<string, Pool>>): {
  stuck: (db: Queryable) => Promise<string[]>
} {
  const watched = Object.entries(pools).map(([name, pool]) => ({ name, pool, lent: watchLent(pool) }))
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
