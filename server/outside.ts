/** Whether the outside systems of this database may be invented. */
import type { Config } from './running/config.ts'
import { readMark } from './db/operator-marks.ts'
import type { Pool } from './db/pool.ts'

type Outside = Pick<Config, 'carrier' | 'bank' | 'partners'>

/** Starts simulators for the outside systems that are not configured, and answers how all are reached. */
export type Simulate = (config: Config, databaseUrl: string) => Promise<Outside>

/**
 * The settings, with simulated outside systems where none are configured: by themselves only on a database that the
 * demo made, so that no invented transfer gets among real ones, and never in production.
 */
export async function withOutside(
  config: Config,
  pool: Pool,
  databaseUrl: string,
  simulate?: Simulate,
): Promise<Config> {
  if (!simulate || config.production) return config
  const demo = (await readMark(pool, 'demo')) !== null
  return (config.simulators ?? demo) ? { ...config, ...(await simulate(config, databaseUrl)) } : config
}
