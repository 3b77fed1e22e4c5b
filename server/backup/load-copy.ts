/** Loads a copy of rows into an empty database: migrations of its version, rows, later migrations. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, sqlFiles } from '../db/migrate.ts'
import { backupClient } from './admin-client.ts'
import { checkFiles } from './check-files.ts'
import { copiedTables, foreignKeys } from './copy-tables.ts'
import { differences, readCopyFigures } from './figures.ts'
import type { CopyManifest } from './manifest.ts'

const databaseDir = join(import.meta.dirname, '../db')

async function requireEmpty(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  )
  if (rowCount) throw new Error('the database is not empty: restore into a new one, nothing is overwritten')
}

/** A copy from a later version has migrations unknown to this one. */
async function requireKnownMigrations({ migrations }: CopyManifest): Promise<void> {
  const known = new Set((await sqlFiles(join(databaseDir, 'migrations'), '')).map(({ name }) => name))
  const unknown = Object.keys(migrations).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`the copy was made by a newer version: it has ${unknown.join(', ')}`)
}

async function fill(client: Client, backup: string, manifest: CopyManifest): Promise<void> {
  const { tables, partitions, sequences } = manifest
  for (const { name, parent, bound } of partitions)
    await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${parent} ${bound}`)
  const keys = await foreignKeys(client)
  for (const { drop } of keys) await client.query(drop)
  const present = await copiedTables(client)
  // Rows that migrations inserted are in the copy as well, and so are those that triggers would write.
  await client.query(`TRUNCATE ${present.map(({ name }) => name).join(', ')}`)
  for (const { name } of present) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  for (const { name, columns, file } of tables)
    await pipeline(
      createReadStream(join(backup, 'rows', file)),
      createGunzip(),
      client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`)),
    )
  for (const { name } of present) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const { add } of keys) await client.query(add)
  for (const { name, value } of sequences)
    await client.query('SELECT setval($1::regclass, $2)', [name, value])
}

/** Differences to the copied data, checked before later migrations change it. */
async function load(client: Client, backup: string, manifest: CopyManifest): Promise<string[]> {
  await client.query('BEGIN')
  await fill(client, backup, manifest)
  const problems = differences(manifest.figures, await readCopyFigures(client))
  await client.query('COMMIT')
  return problems
}

/**
 * Loads a copy into the empty database behind `url`, whose role owns it, and migrates it to this version. Returns the
 * differences to the copy, normally none. Throws when the database is not empty, the copy is damaged, or from a later
 * version; a partial load stays, so the database must then be dropped.
 */
export async function loadCopy(backup: string, manifest: CopyManifest, url: string): Promise<string[]> {
  await requireKnownMigrations(manifest)
  await checkFiles(backup, manifest)
  const client = await backupClient(url)
  try {
    await requireEmpty(client)
    await migrate(url, databaseDir, { through: manifest.migration })
    const problems = await load(client, backup, manifest)
    await migrate(url, databaseDir)
    await client.query('ANALYZE')
    return problems
  } finally {
    await client.end()
  }
}
