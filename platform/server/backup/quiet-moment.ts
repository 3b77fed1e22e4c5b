/** Finds a moment without writers, so that figures and backup are of exactly the same state. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Client } from 'pg'

// Locked in the usual order of a write: idempotency key, own row, then customers and dependants. So running writes
// finish and new ones wait at their start, instead of half-way with a lock that we wait for.
const order = [
  ['idempotency'],
  ['customer', 'movements', 'balance_deltas', 'balances', 'disclosures', 'care_history', 'audit_log'],
]

const ATTEMPTS = 60
// Lock timeout, statement timeout, deadlock.
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
  // Shorter than others' deadlock timeout of a second, so that the backup gives way and never a user.
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
 * Runs `work` while no table of the product can change; writers wait, readers do not, so keep it short. The transaction
 * only holds the locks; nothing of `work` is rolled back. Throws when long writes prevent it for a minute.
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
