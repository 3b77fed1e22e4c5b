/** Checks the files of a backup against its manifest, where they lie. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clusterIn, type Manifest } from './manifest.ts'

/** Throws an Error that names the first missing or changed file of the backup. */
export async function checkFiles(backup: string, { format, files }: Manifest): Promise<void> {
  const folder = format === 1 ? clusterIn(backup) : join(backup, 'rows')
  for (const [name, entry] of Object.entries(files)) {
    const path = join(folder, name)
    if (!existsSync(path)) throw new Error(`the backup is damaged: ${name} is missing`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== entry.sha256)
      throw new Error(`the backup is damaged: ${name} is not what was written`)
  }
}
