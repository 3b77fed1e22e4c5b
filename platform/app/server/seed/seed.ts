/** Initial data at start: permissions always; in an empty database a demo organisation or a first administrator. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { defaultOf } from '#platform/contract/settings/catalogue.ts'
import type { Config } from '#platform/server/running/config.ts'
import { setMark } from '#platform/server/db/operator-marks.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import { passwordFault } from '#subjects/people/server/session/password-rule.ts'
import { hashPassword } from '#subjects/people/server/session/password.ts'
import { adoptRules } from '#subjects/sims/server/sim-types/rules-state.ts'
import { seedBase } from './base.ts'
import { seedOrganisation } from './organisation.ts'

/** Throws if production would start on an empty database without a first administrator, or with a weak password. */
export async function requireFirstAdmin({ firstAdmin: admin, production }: Config): Promise<void> {
  if (!production) return
  if (!admin) throw new Error('the database is empty: set ADMIN_USERNAME and ADMIN_PASSWORD')
  const rule = { username: admin.username, priority: 1, least: defaultOf('password.length'), production }
  const fault = await passwordFault(admin.password, rule)
  if (fault) throw new Error(`ADMIN_PASSWORD: ${fault}`)
}

/** The account that creates all others. */
export async function addFirstAdmin(pool: Pool, admin: NonNullable<Config['firstAdmin']>): Promise<void> {
  const stored = await hashPassword(admin.password)
  await pool.query(sql`
    INSERT INTO users (username, fullname, email, role_id, password_hash)
    SELECT ${admin.username}, 'Quản trị', ${admin.email}, id, ${stored} FROM roles WHERE priority = 1 LIMIT 1`)
}

/** Minimum password length of a production installation, in characters (ASVS 6.2.1); the documents' default is shorter (D1-Q-040). */
const productionLength = 8

/** Seeds missing data. Throws as `requireFirstAdmin` does. */
export async function seed(pool: Pool, config: Config, secrets?: Secrets): Promise<void> {
  await seedBase(pool)
  await adoptRules(pool)
  const { rowCount } = await pool.query('SELECT FROM users LIMIT 1')
  if (rowCount) return
  if (config.demo) {
    // First, so that an interrupted demo is marked too.
    await setMark(pool, 'demo')
    await seedOrganisation(pool)
    // Imported on demand, as few starts need it.
    const { seedDemo } = await import('./demo.ts')
    await seedDemo(pool, new Date(), secrets)
    return
  }
  await requireFirstAdmin(config)
  if (config.firstAdmin) await addFirstAdmin(pool, config.firstAdmin)
  if (config.production)
    await pool.query(
      sql`INSERT INTO settings (key, value) VALUES ('password.length', to_jsonb(${productionLength}::int))`,
    )
}
