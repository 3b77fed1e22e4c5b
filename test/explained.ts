/** Plans of the statements that a server runs, including those inside functions: its sessions send them as notices. */
import pg from 'pg'
import { inject } from 'vitest'
import type { Pool } from '#platform/server/db/pool.ts'
import type { TestDatabase } from './database.ts'
import { organisationDatabase } from './organisation.ts'

const always = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_level': 'notice',
}

/** Opens a database with the demo's accounts and additions by `fill`; its sessions send the plan of each statement. */
export const explained =
  (fill: (url: string) => Promise<void>, settings: Readonly<Record<string, string>> = {}) =>
  async (): Promise<TestDatabase> => {
    const database = await organisationDatabase()
    await fill(database.url)
    const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') })
    await admin.connect()
    for (const [name, value] of Object.entries({ ...always, ...settings }))
      await admin.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET ${name} = '${value}'`)
    await admin.end()
    return database
  }

/** Calls `onPlan` with each plan sent by statements of these pools. */
export function hearPlans(pools: readonly Pool[], onPlan: (plan: string) => void): void {
  const onNotice = ({ message = '' }: { message?: string | undefined }): void => onPlan(message)
  for (const pool of pools)
    pool.on('acquire', (client) => void client.removeListener('notice', onNotice).on('notice', onNotice))
}
