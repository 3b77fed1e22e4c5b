/** A new non-demo installation as its first start leaves it: roles, and an administrator. */
import { readConfig } from '#platform/server/running/config.ts'
import { seed } from '#platform/app/server/seed/seed.ts'
import { noteByHand } from './by-hand.ts'
import { filledDatabase, type TestDatabase } from './database.ts'

export const ownAdmin = { username: 'admin', password: 'mot mat khau dai' }

/** A new database with only that. */
export const ownDatabase = (): Promise<TestDatabase> =>
  filledDatabase('own', async ({ url, pool }) => {
    const { username, password } = ownAdmin
    await seed(
      pool,
      readConfig({
        DATABASE_URL: url,
        ADMIN_USERNAME: username,
        ADMIN_PASSWORD: password,
        VASDESK_DEMO: '0',
      }),
    )
    await noteByHand(pool)
  })
