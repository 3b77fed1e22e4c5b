/** Gives back the numbers of do-not-call entries whose last day is over (D3-RULE-03). What reads `do_not_call` needs no such work. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { blacklist } from '#subjects/numbers/contract/lists/blacklist.ts'
import type { Services } from '#kit/server/context.ts'
import { asSystem } from '#kit/server/system.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** How often a process looks, in ms; between midnight and then a number is not handed out although it may be. */
const everyMs = 5_000
/** Entries per transaction: of a national list very many end on one day. */
const chunk = 2_000

/** Ends all entries that are due; returns how many. */
export async function endEntries(services: Services, signal?: AbortSignal): Promise<number> {
  for (let all = 0; ;) {
    const ended = await asSystem(services, randomUUID(), async (ctx) => {
      const { rows } = await ctx.db.query<{ n: number }>(sql`SELECT end_entries(${chunk}) AS n`)
      const n = rows[0]?.n ?? 0
      if (n > 0) for (const list of [blacklist.path, 'customer', 'uploadchiadata'] as const) ctx.publish(list)
      return n
    })
    all += ended
    if (ended < chunk || signal?.aborted) return all
  }
}

/** Looks from now on; answers how to stop. */
export const keepEntries = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'ending do-not-call entries', everyMs, run: (signal) => endEntries(services, signal) },
    services.log,
  )
