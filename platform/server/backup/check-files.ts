/** Checks the files of a backup in place against its manifest. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clusterIn, schemaIn, type Manifest } from './manifest.ts'

/** Throws an Error with the first missing or changed file of the backup. */
export async function checkFiles(backup: string, manifest: Manifest): Promise<void> {
  if (manifest.format === 1) await checkFolder(clusterIn(backup), manifest.files)
  else {
    await checkFolder(schemaIn(backup), manifest.schema)
    await checkFolder(join(backup, 'rows'), manifest.files)
  }
}

async function checkFolder(folder: string, files: Manifest['files']): Promise<void> {
  for (const [name, entry] of Object.entries(files)) {
    const path = join(folder, name)
    if (!existsSync(path)) throw new Error(`the backup is damaged: ${name} is missing`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== entry.sha256)
      throw new Error(`the backup is damaged: ${name} is not what was written`)
  }
}
