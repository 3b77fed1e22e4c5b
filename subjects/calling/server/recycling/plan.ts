/** Background job after a rule change: recomputes the next call of each waiting number (D3-REC-01). */
import { setTimeout as sleep } from 'node:timers/promises'
import { withTransaction } from '#platform/server/db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Interval at which a process checks for changed rules, in ms. */
const everyMs = 1_000

/**
 * Continues where the last run of any process stopped, and rests as long as each part took, as people work meanwhile. Claims check the rule
 * themselves, so a due time of a former rule hands out nothing too early.
 */
export async function planAnew({ pool }: Pick<Services, 'pool'>, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    const begun = performance.now()
    more = await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ more: boolean }>('SELECT plan_recycling_anew() AS more')
      return rows[0]?.more === true
    })
    if (more) await sleep(performance.now() - begun)
  }
}

/** Starts the job; returns a function that stops it. */
export const keepRecycling = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'planning calls again', everyMs, run: (signal) => planAnew(services, signal) },
    services.log,
  )
