/** Lays the files of a backup as a new data directory and lets PostgreSQL recover them. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbedded, type Embedded, type Settings } from '../db/embedded.ts'
import { allFiles, copyFile, forEachFile } from './cluster-files.ts'
import { clusterIn, readManifest, type Manifest } from './manifest.ts'

/** A finding about the files of a backup: it must not be used. */
const damaged = (sentence: string): Error => new Error(`the backup is damaged: ${sentence}`)

type Copy = { from: string; to: string; flush: boolean }

async function copyChecked({ from, to, flush }: Copy, manifest: Manifest): Promise<void> {
  const there = new Set(await allFiles(from))
  const extra = [...there].find((name) => manifest.files[name] === undefined)
  if (extra) throw damaged(`${extra} does not belong to it`)
  const missing = Object.keys(manifest.files).find((name) => !there.has(name))
  if (missing) throw damaged(`${missing} is missing`)
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of manifest.folders) await mkdir(join(to, folder), { mode: 0o700 })
  await forEachFile(Object.keys(manifest.files), async (name) => {
    const copied = await copyFile(join(from, name), join(to, name), flush)
    const written = manifest.files[name]
    if (copied.bytes !== written?.bytes || copied.sha256 !== written.sha256)
      throw damaged(`${name} is not what was written`)
  })
}

/**
 * Copies the cluster of a backup to `dataDir`, every file checked against the manifest on the way, all or nothing.
 * Throws when a file differs, is missing or is too many, and when `dataDir` holds anything. `flush`: to last.
 */
export async function layBackup(backup: string, dataDir: string, flush: boolean): Promise<Manifest> {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty: restore into a new folder`)
  const manifest = await readManifest(backup)
  const place = join(dataDir, 'pg', 'postgres')
  const draft = `${place}.restoring`
  try {
    await copyChecked({ from: clusterIn(backup), to: draft, flush }, manifest)
    await rename(draft, place)
  } catch (error) {
    await rm(join(dataDir, 'pg'), { recursive: true, force: true })
    throw error
  }
  return manifest
}

/** Starts PostgreSQL on a laid data directory; resolves when recovery has ended and it takes queries. */
export const recover = (dataDir: string, settings: Settings = {}): Promise<Embedded> =>
  startEmbedded(join(dataDir, 'pg'), settings)

/**
 * Makes `dataDir`, which must be new or empty, a data directory with what the backup holds, recovered and stopped:
 * the next start of the server on it goes on from there. Throws, and leaves nothing, when the backup is damaged.
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<Manifest> {
  const manifest = await layBackup(resolve(backup), resolve(dataDir), true)
  const database = await recover(resolve(dataDir))
  await database.stop()
  return manifest
}
