/** Simulated external systems, where allowed. */
import type { Config } from '#platform/server/running/config.ts'
import { readMark } from '#platform/server/db/operator-marks.ts'
import type { Pool } from '#platform/server/db/pool.ts'

type Outside = Pick<Config, 'carrier' | 'bank' | 'partners'>

/** Starts simulators for the external systems that are not configured, and for a demo its staff; returns all connections. */
export type Simulate = (config: Config, databaseUrl: string, isDemo: boolean) => Promise<Outside>

/**
 * The settings with simulators for external systems that are not configured: automatic only on a database created by
 * the demo, so that no invented transfer mixes with real ones, and never in production.
 */
export async function withOutside(
  config: Config,
  pool: Pool,
  databaseUrl: string,
  simulate?: Simulate,
): Promise<Config> {
  if (!simulate || config.production) return config
  const demo = (await readMark(pool, 'demo')) !== null
  return (config.simulators ?? demo) ? { ...config, ...(await simulate(config, databaseUrl, demo)) } : config
}
