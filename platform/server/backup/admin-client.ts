/** Opens connections for backup and verification. */
import pg from 'pg'
import { connectionTo } from '../db/hosts.ts'

/**
 * A connected client without time limits, to be ended by the caller. Values are read as PostgreSQL writes them in UTC,
 * so that two readings compare byte by byte.
 */
export async function backupClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(url),
    application_name: 'vasdesk-backup',
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1',
    keepAlive: true,
  })
  // The running query rejects on connection loss; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
  )
  return client
}

/** A client of the superuser on `database`. */
export function adminClient(adminUrl: string, database: string): Promise<pg.Client> {
  const url = new URL(adminUrl)
  url.pathname = database
  return backupClient(url.href)
}
