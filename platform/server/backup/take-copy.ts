/** Copies the rows of the product's database with its own role and no tools, for any other PostgreSQL. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PassThrough, Readable, type Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hasTablesOf, schemaFiles } from '../db/migrate.ts'
import { backupClient } from './admin-client.ts'
import type { Copied } from './cluster-files.ts'
import { copiedTables, partitionsOf, sequencesOf, type Table } from './copy-tables.ts'
import { readCopyFigures } from './figures.ts'
import { schemaIn, type CopyManifest } from './manifest.ts'
import { newBackup } from './new-backup.ts'

/** Writes a file of the copy, through `changed`, and returns its manifest entry. */
async function write(source: Readable, to: string, changed: Duplex = new PassThrough()): Promise<Copied> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    source,
    changed,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

const copyRows = (client: Client, { name, columns }: Table, to: string): Promise<Copied> =>
  write(
    client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`)),
    to,
    createGzip({ level: 1 }),
  )

/** The schema files, so that a later version can load the copy. */
async function copySchema(to: string): Promise<Record<string, Copied>> {
  await mkdir(to, { mode: 0o700 })
  const copied: Record<string, Copied> = {}
  for (const [index, { name, text }] of (await schemaFiles()).entries()) {
    const file = `${String(index).padStart(2, '0')}-${basename(name)}`
    copied[file] = await write(Readable.from([Buffer.from(text)]), join(to, file))
  }
  return copied
}

async function migrationsOf(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM schema_migration WHERE name NOT LIKE '%/%' ORDER BY name`,
  )
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))
}

async function run(client: Client, draft: string): Promise<CopyManifest> {
  const startedAt = new Date().toISOString()
  if (!(await hasTablesOf(client)))
    throw new Error(
      'the database is of another version: copy it with that version, or start this one on it first',
    )
  const schema = await copySchema(schemaIn(draft))
  // Read before the snapshot, which therefore contains everything committed until then.
  const about = await client.query<{ postgres: string; moment: string }>(`
    SELECT current_setting('server_version') AS postgres,
      to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment`)
  const { postgres = '', moment = '' } = about.rows[0] ?? {}
  // One snapshot for everything; it blocks no other transaction.
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const migrations = await migrationsOf(client)
  const [copied, partitions, sequences] = [
    await copiedTables(client),
    await partitionsOf(client),
    await sequencesOf(client),
  ]
  const tables = copied.map((table, index) => ({
    ...table,
    file: `${String(index).padStart(3, '0')}.copy.gz`,
  }))
  const files: Record<string, Copied> = {}
  await mkdir(join(draft, 'rows'), { mode: 0o700 })
  for (const table of tables)
    files[table.file] = await copyRows(client, table, join(draft, 'rows', table.file))
  const figures = await readCopyFigures(client)
  const migration = Object.keys(migrations).at(-1) ?? ''
  const times = { startedAt, moment, finishedAt: new Date().toISOString() }
  return {
    format: 2,
    postgres,
    migration,
    ...times,
    migrations,
    schema,
    tables,
    partitions,
    sequences,
    files,
    figures,
  }
}

/**
 * Copies the rows of the database at `url` (as the product's role) into a new folder of `folder`, named by time (UTC).
 * From one snapshot, without blocking. Throws if it fails, leaving nothing.
 */
export async function takeCopy(
  url: string,
  folder: string,
): Promise<{ backup: string; manifest: CopyManifest }> {
  return newBackup(folder, async (draft) => {
    const client = await backupClient(url)
    try {
      return await run(client, draft)
    } finally {
      await client.end()
    }
  })
}
