/** Databases for test files that start with the demo's accounts, or with the whole demo. */
import { migrate } from '#platform/server/db/migrate.ts'
import { readConfig } from '#platform/server/running/config.ts'
import { openSecrets } from '#platform/server/running/secrets.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { seedDemo } from '#platform/app/server/seed/demo.ts'
import { seedOrganisation } from '#platform/app/server/seed/organisation.ts'
import { seed } from '#platform/app/server/seed/seed.ts'
import { noteByHand } from './by-hand.ts'
import { keepClock, setClock, addClock } from './clock.ts'
import { filledDatabase, nothing, type TestDatabase } from './database.ts'
import { testKey } from './process.ts'
import { servingRole } from './serving.ts'

/** A new database with only the demo's accounts. */
export const organisationDatabase = (): Promise<TestDatabase> =>
  filledDatabase('organisation', async ({ pool }) => {
    await seedOrganisation(pool)
    await noteByHand(pool)
  })

/** A new database as the demo's first start leaves it, up to now. */
export const demoDatabase = (): Promise<TestDatabase> =>
  filledDatabase('demo', async ({ url, pool }) => {
    const config = readConfig({ DATABASE_URL: url, SECRETS_KEY: testKey, VASDESK_DEMO: '1' })
    await seed(pool, config, await openSecrets(pool, config))
    await noteByHand(pool)
  })

/** A new database with the demo's accounts, created at `instant` with its own clock stopped there (clock.ts). */
export async function organisationAt(instant: Date): Promise<TestDatabase> {
  const fill = async ({ pool }: TestDatabase): Promise<void> => {
    await addClock(pool)
    await setClock(pool, instant)
    await migrate(pool)
    await seedBase(pool)
    await seedOrganisation(pool)
    await noteByHand(pool)
  }
  const database = await filledDatabase(`at_${instant.getTime()}`, fill, nothing)
  await keepClock(database.pool)
  return database
}

/** The same for a server, whose role owns nothing. */
export async function servedAt(instant: Date): Promise<TestDatabase> {
  const database = await organisationAt(instant)
  const { name } = servingRole
  await database.pool.query(`
    GRANT USAGE ON SCHEMA public, clock TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${name};
    GRANT MAINTAIN ON balance_deltas TO ${name};
    GRANT SELECT, UPDATE ON clock.setting TO ${name}`)
  return database
}

/** Time at which the organisation is created for a demo that starts later. */
const createdAt = new Date('2026-01-05T01:00:00Z')

/** The demo started at `instant`, by its own clock. */
export async function demoAt(instant: Date): Promise<TestDatabase> {
  const database = await organisationAt(createdAt)
  await setClock(database.pool, instant)
  await seedDemo(database.pool, instant)
  return database
}
