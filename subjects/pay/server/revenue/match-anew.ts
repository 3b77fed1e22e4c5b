/** Rematches refunds with lines in the background after a change of the matching window (D2-REVF-08). */
import type { AnswerOf } from '#kit/contract/call.ts'
import { matching } from '#subjects/money/contract/calls/matching.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** Polling interval for a changed window, in ms. */
const everyMs = 1_000

/** Continues where the last run of any process stopped, until all requests are done or `signal` aborts. */
export async function matchAnew({ pool }: Pick<Services, 'pool'>, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    more = await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ more: boolean }>('SELECT match_anew() AS more')
      return rows[0]?.more === true
    })
  }
}

/** Starts the job; returns a function that stops it. */
export const keepMatching = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    { name: 'matching refunds anew', everyMs, run: (signal) => matchAnew(services, signal) },
    services.log,
  )

async function progress({ db }: Ctx): Promise<AnswerOf<typeof matching>> {
  const { rows } = await db.query<{ done: number; total: number }>(
    'SELECT least(done, total) AS done, total FROM revenue_matching',
  )
  return rows[0] ? { running: true, ...rows[0] } : { running: false, done: 0, total: 0 }
}

/** Registers the progress call. */
export const serveMatching = (api: Api): void => handle(api, matching, progress)
