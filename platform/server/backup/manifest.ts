/** Manifest of a backup: every file with its checksum, and the figures of the database. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const fileEntry = z.object({ bytes: z.number(), sha256: z.string() })

const ofEvery = {
  postgres: z.string(),
  /** Last upgrade of its tables. */
  migration: z.string(),
  startedAt: z.string(),
  /**
   * Time of the backup (database clock): it contains everything committed before and nothing after; a copy of rows may
   * include commits of the following milliseconds.
   */
  moment: z.string(),
  finishedAt: z.string(),
  files: z.record(z.string(), fileEntry),
  figures: z.record(
    z.string(),
    z.object({ rows: z.number(), sums: z.record(z.string(), z.string()), digest: z.string() }),
  ),
}

/** The files of a cluster. */
const ofFiles = z.object({
  format: z.literal(1),
  ...ofEvery,
  startLsn: z.string(),
  stopLsn: z.string(),
  folders: z.array(z.string()),
})

/** The rows of the product's tables, for any PostgreSQL. */
const ofRows = z.object({
  format: z.literal(2),
  ...ofEvery,
  /** Upgrades applied to the tables, with their checksums. */
  migrations: z.record(z.string(), z.string()),
  /** Files that create the tables; copies up to 1.1.0 have none. */
  schema: z.record(z.string(), fileEntry).default({}),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), file: z.string() })),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})

const shape = z.discriminatedUnion('format', [ofFiles, ofRows])

export type FilesManifest = z.infer<typeof ofFiles>
export type CopyManifest = z.infer<typeof ofRows>
export type Manifest = FilesManifest | CopyManifest

/** Folder with the cluster's files in a backup. */
export const clusterIn = (backup: string): string => join(backup, 'cluster')

/** Folder with the schema files in a copy of rows. */
export const schemaIn = (backup: string): string => join(backup, 'schema')

const manifestIn = (backup: string): string => join(backup, 'manifest.json')

/** Text of the manifest as written to disk. */
export const manifestText = (manifest: Manifest): string => JSON.stringify(manifest, null, 1) + '\n'

export async function readManifest(backup: string): Promise<Manifest> {
  if (!existsSync(manifestIn(backup)))
    throw new Error(`${backup} is not a finished backup: it has no manifest.json`)
  const text = await readFile(manifestIn(backup), 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`the manifest of ${backup} is damaged`, { cause: error })
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw new Error(`the manifest of ${backup} is damaged: ${parsed.error.message}`)
  return parsed.data
}

/** The manifest of a backup of files; throws for a copy of rows. */
export async function readFilesManifest(backup: string): Promise<FilesManifest> {
  const manifest = await readManifest(backup)
  if (manifest.format !== 1) throw new Error(`${backup} is a copy of rows, not of files`)
  return manifest
}

/** The backup in `folder`: itself, or the newest finished one inside. Throws if there is none. */
export async function findBackup(folder: string): Promise<string> {
  if (existsSync(manifestIn(folder))) return folder
  const names = existsSync(folder) ? await readdir(folder) : []
  const newest = names
    .filter((name) => existsSync(manifestIn(join(folder, name))))
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new Error(`there is no finished backup in ${folder}`)
  return join(folder, newest)
}
