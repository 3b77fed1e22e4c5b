/** Loads a copy of rows into an empty database: tables of its version, rows, later upgrades. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { makeTables, migrate, unknownUpgrades } from '../db/migrate.ts'
import { ownTree, sqlFiles, upgradeFiles } from '../db/sql-files.ts'
import { backupClient } from './admin-client.ts'
import { checkFiles } from './check-files.ts'
import { copiedTables, foreignKeys } from './copy-tables.ts'
import { differences, readCopyFigures } from './figures.ts'
import { schemaIn, type CopyManifest } from './manifest.ts'

async function requireEmpty(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  )
  if (rowCount) throw new Error('the database is not empty: restore into a new one, nothing is overwritten')
}

/** Throws for a copy of a later version, and for one without its schema files. */
async function requireLoadable({ migrations, schema }: CopyManifest, tree: string): Promise<void> {
  if (Object.keys(schema).length === 0)
    throw new Error(
      'the copy was made by 1.1.0 or an older version: restore it with that version, and start this one on the database',
    )
  const unknown = unknownUpgrades(Object.keys(migrations), await upgradeFiles(tree))
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
  // The copy also contains the initial rows of a database, and those that triggers would write.
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

/** Differences to the copied data, checked before later upgrades change it. */
async function load(client: Client, backup: string, manifest: CopyManifest): Promise<string[]> {
  await client.query('BEGIN')
  await fill(client, backup, manifest)
  const problems = differences(manifest.figures, await readCopyFigures(client))
  await client.query('COMMIT')
  return problems
}

/**
 * Loads a copy into the empty database at `url`, which its role owns, and upgrades it to the version of `tree`, this
 * one by default. Returns the differences to the copy, normally none. Throws if the database is not empty, or the copy
 * is damaged, from a later version or from one before copies contained their schema; a partial load remains, so the
 * database must then be dropped.
 */
export async function loadCopy(
  backup: string,
  manifest: CopyManifest,
  url: string,
  tree = ownTree,
): Promise<string[]> {
  await requireLoadable(manifest, tree)
  await checkFiles(backup, manifest)
  const client = await backupClient(url)
  try {
    await requireEmpty(client)
    // Only those of the manifest: a file system or file manager may have added others.
    const manifestFiles = new Set(Object.keys(manifest.schema).map((name) => `schema/${name}`))
    const files = await sqlFiles(schemaIn(backup), 'schema/')
    await makeTables(
      url,
      files.filter(({ name }) => manifestFiles.has(name)),
      manifest.migrations,
    )
    const problems = await load(client, backup, manifest)
    await migrate(url, { tree })
    await client.query('ANALYZE')
    return problems
  } finally {
    await client.end()
  }
}
