/** What a database is given at boot: permissions always, a demo organisation or a first administrator when empty. */
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { hashPassword } from '../workflows/session/password.ts'
import { seedBase } from './base.ts'
import { seedDemo } from './demo.ts'
import { seedOrganisation } from './organisation.ts'

async function firstAdmin(pool: Pool, admin: NonNullable<Config['firstAdmin']>): Promise<void> {
  const stored = await hashPassword(admin.password)
  await pool.query(sql`
    INSERT INTO users (username, fullname, email, role_id, password_hash)
    SELECT ${admin.username}, 'Quản trị', ${admin.email}, id, ${stored} FROM roles WHERE priority = 1 LIMIT 1`)
}

/** Seeds what is missing. Throws when production would start without anybody who can sign in. */
export async function seed(pool: Pool, config: Config): Promise<void> {
  await seedBase(pool)
  const { rowCount } = await pool.query('SELECT FROM users LIMIT 1')
  if (rowCount) return
  if (config.demo) {
    await seedOrganisation(pool)
    await seedDemo(pool)
    return
  }
  if (config.firstAdmin) return firstAdmin(pool, config.firstAdmin)
  if (config.production) throw new Error('the database is empty: set ADMIN_USERNAME and ADMIN_PASSWORD')
}
