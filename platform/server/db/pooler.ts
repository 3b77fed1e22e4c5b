/** Detects a transaction pooler in front of PostgreSQL, and checks its settings. */
import pg from 'pg'
import { connectionTo } from './hosts.ts'
import { settings, settingsOfRole } from './pool.ts'

const pid = async (client: pg.Client): Promise<string> =>
  (await client.query<{ pid: string }>('SELECT pg_backend_pid()::text AS pid')).rows[0]?.pid ?? ''

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'vasdesk start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** True if a session is served by several connections, so that it has no state. */
export function isPooled(url: string): Promise<boolean> {
  return withClient(url, async (first) => {
    const before = await pid(first)
    return withClient(url, async (second) => {
      // The second occupies the pooler's connection; if the first gets the same one, they share it.
      await second.query('BEGIN')
      const backend = await pid(second)
      return backend === before || (await pid(first)) !== before
    })
  })
}

/** Statements for settings that a pooled connection's role lacks; empty if it has all. */
export function missingSettings(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const names = Object.keys(settings)
    const { rows } = await client.query<{ role: string; database: string; found: string[] }>(
      `SELECT current_user AS role, current_database() AS database,
         ARRAY(SELECT current_setting(name) FROM unnest($1::text[]) WITH ORDINALITY t (name, n) ORDER BY n) AS found`,
      [names],
    )
    const row = rows[0]
    if (!row) return []
    const statements = settingsOfRole(row.role, row.database)
    const expected = Object.values(settings)
    return statements.filter((_, index) => row.found[index] !== expected[index])
  })
}
