/** For commands that read the configured database and change nothing. */
import type { Client } from 'pg'
import { backupClient } from '#platform/server/backup/admin-client.ts'
import { operatedUrl } from './database-url.ts'

/**
 * Runs `look` in one read-only snapshot, so that all its queries see writes made meanwhile, or none does. Exit code
 * 1 if it returns false or throws.
 */
export async function inOneSnapshot(look: (client: Client) => Promise<boolean>): Promise<void> {
  try {
    const client = await backupClient(await operatedUrl())
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      if (!(await look(client))) process.exitCode = 1
    } finally {
      await client.end()
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
