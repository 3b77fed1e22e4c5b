/** The table of contents of a backup: every file with its checksum, and what the database held at its moment. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({
  format: z.literal(1),
  postgres: z.string(),
  /** Last migration of the product that had run. */
  migration: z.string(),
  startedAt: z.string(),
  /** The moment the backup is of (database clock): all that was committed before is in it, nothing after. */
  moment: z.string(),
  finishedAt: z.string(),
  startLsn: z.string(),
  stopLsn: z.string(),
  folders: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  figures: z.record(
    z.string(),
    z.object({ rows: z.number(), sums: z.record(z.string(), z.string()), digest: z.string() }),
  ),
})

export type Manifest = z.infer<typeof shape>

/** Folder of the files of the cluster inside a backup. */
export const clusterIn = (backup: string): string => join(backup, 'cluster')

const manifestIn = (backup: string): string => join(backup, 'manifest.json')

/** Text of the manifest as it is written to disk. */
export const manifestText = (manifest: Manifest): string => JSON.stringify(manifest, null, 1) + '\n'

/** Reads the manifest of a backup; throws when there is none or it is damaged. */
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

/** The backup that `folder` is, or the newest finished one inside it. Throws when there is none. */
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
