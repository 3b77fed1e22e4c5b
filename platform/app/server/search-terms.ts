/** The words of the texts that are searched (platform/sql/search.sql, docs/decisions/words.md). */
import sql from 'sql-template-tag'
import type { Services } from '#kit/server/context.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Interval in ms between two looks for words that no text has any more. */
const pruneEvery = 3_600_000

/**
 * Removes the words that no text has any more. Finding them takes long and needs no lock; only the second statement, which
 * removes them, makes writers wait.
 */
async function pruneTerms(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ terms: object[] }>('SELECT needless_terms() AS terms')
  const terms = rows[0]?.terms ?? []
  if (terms.length > 0) await pool.query(sql`SELECT remove_terms(${JSON.stringify(terms)})`)
}

/** Does so every hour; the answer stops it. */
export const keepTerms = (
  { longPool, log }: Pick<Services, 'longPool' | 'log'>,
  everyMs = pruneEvery,
): (() => Promise<void>) =>
  runPeriodically({ name: 'pruning search terms', everyMs, run: () => pruneTerms(longPool) }, log)
