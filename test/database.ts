/** Gives a test file a database of its own: migrated, seeded, and gone afterwards. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../server/db/pool.ts'
import type { Pool } from '../server/db/pool.ts'

export type TestDatabase = { url: string; pool: Pool; drop: () => Promise<void> }

async function administer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/**
 * A fresh copy of the template, with the rights the product has. Call it once per file, in `beforeAll`;
 * `drop` in `afterAll` ends the pool and removes the database even when a server is still connected.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = new URL(inject('postgresTemplateUrl'))
  const template = pg.escapeIdentifier(url.pathname.slice(1))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${template}`)
  url.pathname = name
  const pool = createPool(url.href, { max: 8, applicationName: 'test', log: console })
  const drop = async (): Promise<void> => {
    await pool.end()
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { url: url.href, pool, drop }
}
