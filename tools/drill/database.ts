/** Statements on the databases of a drill. */
import { backupClient } from '#platform/server/backup/admin-client.ts'
import type { Embedded } from '#platform/server/db/embedded.ts'
import { createDatabase } from '#platform/server/db/requirements.ts'

/** Address of another database on the same server as `url`. */
export function addressOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

export async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = await backupClient(url)
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs a statement as superuser, like the administrator of that PostgreSQL. */
export const administer = (
  { adminUrl }: Pick<Embedded, 'adminUrl'>,
  statement: string,
  name = 'postgres',
): Promise<unknown> => query(addressOf(adminUrl, name), statement)

/** Creates a database as docs/operations-reference.md says. */
export const makeDatabase = (database: Embedded, name: string): Promise<unknown> =>
  administer(database, createDatabase.replace('DATABASE vasdesk', `DATABASE ${name}`))
