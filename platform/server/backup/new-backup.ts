/** Folder of a new backup, named by time; complete or absent. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Copied } from './cluster-files.ts'
import { manifestText, type Manifest } from './manifest.ts'

const folderName = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-') + 'Z'

/** The path of a backup that starts now; waits for the next second if this one has a backup already. */
async function freePath(folder: string): Promise<string> {
  for (;;) {
    const path = join(resolve(folder), folderName())
    if (!existsSync(path)) return path
    await sleep(1_000 - (Date.now() % 1_000))
  }
}

/** Name of an unfinished backup or one being deleted, with the process id, by which `removeLeftovers` detects it after a crash. */
export const draftOf = (path: string): string => `${path}.${process.pid}.part`

/** Flushes the names in a folder to disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Writes a new file, flushed to disk before this resolves. */
export async function writeFlushed(path: string, content: Buffer): Promise<Copied> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Creates a folder in `folder`, filled by `fill`, with its manifest; leaves nothing if it throws. */
export async function newBackup<M extends Manifest>(
  folder: string,
  fill: (draft: string) => Promise<M>,
): Promise<{ backup: string; manifest: M }> {
  const backup = await freePath(folder)
  const draft = draftOf(backup)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const manifest = await fill(draft)
    await writeFlushed(join(draft, 'manifest.json'), Buffer.from(manifestText(manifest)))
    await rename(draft, backup)
    await flushFolder(dirname(backup))
    return { backup, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
