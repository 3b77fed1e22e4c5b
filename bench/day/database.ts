/** The database of the day: PostgreSQL as shipped with the product, filled; and the disk space of its rows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { adminClient } from '#platform/server/backup/admin-client.ts'
import type { Embedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { seedBase } from '#platform/app/server/seed/base.ts'
import { patient } from '../data.ts'
import { fillDay } from './fill.ts'
import { fillPeople, type Person } from './people.ts'

export type Day = {
  admin: Client
  postmaster: number
  people: Omit<Person, 'token'>[]
}

/** Fills the database of PostgreSQL in `folder`. */
export async function openDay(
  database: Embedded,
  folder: string,
  size: { people: number; customers: number },
): Promise<Day> {
  const pool = patient(database.url)
  const begun = performance.now()
  const note = (text: string): void =>
    console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${text}`)
  await migrate(pool)
  await seedBase(pool)
  const people = await fillPeople(pool, size.people)
  await fillDay(pool, size.customers, note)
  await pool.end()
  const admin = await adminClient(database.adminUrl, 'vasdesk')
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await admin.query('CHECKPOINT')
  const postmaster = parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'))
  return { admin, postmaster, people }
}

/** Bytes and rows of a table with its indexes. */
type Size = { rows: number; bytes: number }

const tables = [
  'customer',
  'movements',
  'care_history',
  'disclosures',
  'audit_log',
  'revenue_line',
  'customer_message_9084',
  'requestrefund',
  'mfy',
  'mesbank',
  'simso',
  'lstracuu',
  'idempotency',
  'blacklist',
] as const
export type Table = (typeof tables)[number]
export type Sizes = Record<Table | 'all', Size>

/** Rows are counted, not estimated. */
export async function measureSizes(admin: Client): Promise<Sizes> {
  const sizes = {} as Sizes
  for (const table of tables) {
    const { rows } = await admin.query<Size>(
      `SELECT (SELECT count(*) FROM ${table})::int AS rows, pg_total_relation_size('${table}')::float8 AS bytes`,
    )
    sizes[table] = rows[0] ?? { rows: 0, bytes: 0 }
  }
  const { rows } = await admin.query<Size>(`SELECT 0 AS rows, pg_database_size('vasdesk')::float8 AS bytes`)
  sizes.all = rows[0] ?? { rows: 0, bytes: 0 }
  return sizes
}
