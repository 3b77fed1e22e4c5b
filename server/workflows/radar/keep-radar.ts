/** Looks for the radar's evidence in the background where there are too many lines to do it while somebody waits (D3-PAY-12). */
import sql from 'sql-template-tag'
import { radatruythu } from '../../../contract/reports/radatruythu.ts'
import { withTransaction } from '../../db/pool.ts'
import type { Services } from '../../kit/context.ts'
import { runPeriodically } from '../../kit/periodic.ts'

/** How often a process looks whether a month is due, in ms. */
const everyMs = 60_000
/** A month of more lines is kept; one of as many is looked through in a quarter of a second. */
const manyLines = 100_000
/** A look in the background may take this long, in ms. */
const longestMs = 120_000

/** Keeps the evidence of the months that are due, one a transaction, until `signal` ends it; answers how many there were. */
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
  let kept = 0
  while (!signal?.aborted && (await next())) kept += 1
  return kept
}

/** Looks from now on; answers how to stop. */
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
