/** Follows changed rules of calling again in the background: each waiting number gets its next time anew (D3-REC-01). */
import { withTransaction } from '#platform/server/db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** How often a process looks whether rules were changed, in ms. */
const everyMs = 1_000

/** Goes on where the last run of any process stopped. A claim checks the rule itself: a time of former rules hands out nothing too early. */
export async function planAnew({ pool }: Pick<Services, 'pool'>, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    more = await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ more: boolean }>('SELECT plan_recycling_anew() AS more')
      return rows[0]?.more === true
    })
  }
}

/** Looks from now on; answers how to stop. */
export const keepRecycling = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'planning calls again', everyMs, run: (signal) => planAnew(services, signal) },
    services.log,
  )
