/** Checks at startup that the data folder is writable; otherwise uploads would fail one by one. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates `dataDir` and writes to it; throws an Error with a message for the operator (D3-RUN-02). */
export async function requireWritable(dataDir: string): Promise<void> {
  const trial = join(dataDir, `.writable-${randomUUID()}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(trial, '')
    await rm(trial)
  } catch (error) {
    throw new Error(`DATA_DIR cannot be written: ${(error as Error).message}`, { cause: error })
  }
}
