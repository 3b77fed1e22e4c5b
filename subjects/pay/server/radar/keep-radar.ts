/** Computes the radar's evidence in the background for months with too many lines for a request (D3-PAY-12). */
import sql from 'sql-template-tag'
import { radatruythu } from '#subjects/pay/contract/reports/radatruythu.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'

/** How often a process looks for a due month, in ms. */
const everyMs = 60_000
/** Months with more lines are computed in advance; this many take a quarter of a second per request. */
const manyLines = 100_000
/** Statement timeout of the background computation, in ms. */
const longestMs = 120_000

/** Computes and stores the evidence of due months, one per transaction, until `signal` aborts; returns how many. */
export async function lookThrough(
  { pool }: Pick<Services, 'pool'>,
  many = manyLines,
  signal?: AbortSignal,
): Promise<number> {
  const next = (): Promise<boolean> =>
    withTransaction(pool, async (client) => {
      await client.query(sql`SELECT set_config('statement_timeout', ${String(longestMs)}, true)`)
      const { rows } = await client.query<{ month: string | null }>(sql`SELECT radar_keep(${many}) AS month`)
      return typeof rows[0]?.month === 'string'
    })
  let months = 0
  while (!signal?.aborted && (await next())) months += 1
  return months
}

/** Starts the background computation; returns a function that stops it. */
export const keepRadar = (services: Services): (() => Promise<void>) =>
  runPeriodically(
    {
      name: 'looking for evidence',
      everyMs,
      run: async (signal) => {
        if ((await lookThrough(services, manyLines, signal)) > 0) services.publish(radatruythu.path)
      },
    },
    services.log,
  )
