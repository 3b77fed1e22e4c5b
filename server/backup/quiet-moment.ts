/** Finds a moment in which nobody writes, so that figures and backup are of exactly the same state. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Client } from 'pg'

// Locked in the order in which a write usually reaches them: the key of the request, its own row, then the customers
// with all that follows from them. So whoever is inside finishes and whoever comes waits at the door, instead of
// half-way with a lock that we wait for.
const order = [
  ['idempotency'],
  ['customer', 'movements', 'balance_deltas', 'balances', 'disclosures', 'care_history', 'audit_log'],
]

const ATTEMPTS = 60
// Waited too long for one lock, waited too long for all of them, in a knot with somebody else.
const yielding = new Set(['55P03', '57014', '40P01'])

async function lockStatement(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND n.nspname !~ '^pg_'
       AND n.nspname <> 'information_schema'
     ORDER BY c.relname = ANY ($1) DESC, coalesce(array_position($2::text[], c.relname::text), 0), 1`,
    order,
  )
  return `LOCK TABLE ${rows.map((row) => row.name).join(', ')} IN SHARE MODE`
}

async function tryLock(client: Client, statement: string): Promise<boolean> {
  // Below the second after which others look for deadlocks: in a knot it is the backup that gives way, never a user.
  await client.query(`BEGIN; SET LOCAL deadlock_timeout = '200ms'; SET LOCAL lock_timeout = '500ms'`)
  await client.query(`SET LOCAL statement_timeout = '1s'`)
  try {
    await client.query(statement)
    await client.query('SET LOCAL statement_timeout = 0')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (error instanceof pg.DatabaseError && yielding.has(error.code ?? '')) return false
    throw error
  }
}

/**
 * Runs `work` while no table of the product can change; writers wait for it, readers do not, so keep it short.
 * `work` gets nothing to roll back: the transaction around it only holds the locks. Throws when for a minute
 * there is always somebody in the middle of a long write.
 */
export async function inQuietMoment<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const statement = await lockStatement(client)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await tryLock(client, statement)) {
      try {
        return await work()
      } finally {
        await client.query('ROLLBACK')
      }
    }
    await sleep(300 + Math.random() * 600)
  }
  throw new Error('no quiet moment within a minute: a long write is under way; run the backup again later')
}
