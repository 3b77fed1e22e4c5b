/** Checks the files of a copy against its manifest. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CopyManifest } from './manifest.ts'

/** Throws an Error that names the first missing or changed file of the copy. */
export async function checkCopyFiles(backup: string, { files }: CopyManifest): Promise<void> {
  for (const [name, entry] of Object.entries(files)) {
    const path = join(backup, 'rows', name)
    if (!existsSync(path)) throw new Error(`the backup is damaged: ${name} is missing`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== entry.sha256)
      throw new Error(`the backup is damaged: ${name} is not what was written`)
  }
}
