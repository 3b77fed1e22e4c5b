/** Releases the numbers of do-not-call entries after their last day (D3-RULE-03). Readers of `do_not_call` do not depend on it. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import type { Services } from '#kit/server/context.ts'
import { asSystem } from '#kit/server/system.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Interval of each process, in ms; after midnight a number may stay blocked for that long. */
const everyMs = 5_000
/** Entries per transaction: in a national list very many end on one day. */
const chunk = 2_000

/** Ends all entries that are due; returns how many. */
export async function endEntries(services: Services, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const ended = await asSystem(services, randomUUID(), async (ctx) => {
      const { rows } = await ctx.db.query<{ n: number }>(sql`SELECT end_entries(${chunk}) AS n`)
      const n = rows[0]?.n ?? 0
      if (n > 0) for (const list of [blacklist.path, 'customer', 'uploadchiadata'] as const) ctx.publish(list)
      return n
    })
    total += ended
    if (ended < chunk || signal?.aborted) return total
  }
}

/** Starts the job; returns a function that stops it. */
export const keepEntries = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'ending do-not-call entries', everyMs, run: (signal) => endEntries(services, signal) },
    services.log,
  )
