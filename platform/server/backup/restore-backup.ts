/** Copies a backup's files into a new data directory and lets PostgreSQL recover them. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startEmbedded, type Embedded, type Settings } from '../db/embedded.ts'
import { allFiles, copyFile, forEachFile } from './cluster-files.ts'
import { checkFiles } from './check-files.ts'
import { loadCopy } from './load-copy.ts'
import {
  clusterIn,
  readFilesManifest,
  readManifest,
  type CopyManifest,
  type FilesManifest,
  type Manifest,
} from './manifest.ts'

/** Error for a backup that must not be used. */
const damaged = (sentence: string): Error => new Error(`the backup is damaged: ${sentence}`)

function requireNothingIn(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty: restore into a new folder`)
}

type Copy = { from: string; to: string; flush: boolean }

async function copyChecked({ from, to, flush }: Copy, manifest: FilesManifest): Promise<void> {
  const present = new Set(await allFiles(from))
  const extra = [...present].find((name) => manifest.files[name] === undefined)
  if (extra) throw damaged(`${extra} does not belong to it`)
  const missing = Object.keys(manifest.files).find((name) => !present.has(name))
  if (missing) throw damaged(`${missing} is missing`)
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of manifest.folders) await mkdir(join(to, folder), { mode: 0o700 })
  await forEachFile(Object.keys(manifest.files), async (name) => {
    const copied = await copyFile(join(from, name), join(to, name), flush)
    const entry = manifest.files[name]
    if (copied.bytes !== entry?.bytes || copied.sha256 !== entry.sha256)
      throw damaged(`${name} is not what was written`)
  })
}

/**
 * Copies the cluster of a backup to `dataDir`, checking every file against the manifest, all or nothing. Throws for
 * differing, missing and additional files, and if `dataDir` is not empty. `flush`: for a permanent copy.
 */
export async function layBackup(backup: string, dataDir: string, flush: boolean): Promise<FilesManifest> {
  requireNothingIn(dataDir)
  const manifest = await readFilesManifest(backup)
  const cluster = join(dataDir, 'pg', 'postgres')
  const draft = `${cluster}.restoring`
  try {
    await copyChecked({ from: clusterIn(backup), to: draft, flush }, manifest)
    await rename(draft, cluster)
  } catch (error) {
    await rm(join(dataDir, 'pg'), { recursive: true, force: true })
    throw error
  }
  return manifest
}

/** Starts PostgreSQL on a copied data directory; resolves once it has recovered and accepts queries. */
export const recover = (dataDir: string, settings: Settings = {}): Promise<Embedded> =>
  startEmbedded(join(dataDir, 'pg'), settings)

/** Loads a copy of rows into the empty database at `url`. Throws if the result differs from the copy. */
export async function restoreCopy(backup: string, url: string): Promise<CopyManifest> {
  const manifest = await readManifest(backup)
  if (manifest.format !== 2)
    throw new Error(
      'this backup is one of files, for a data directory; for another database take one of rows: npm run backup -- --rows <folder>',
    )
  const problems = await loadCopy(backup, manifest, url)
  if (problems.length > 0) throw new Error(`what arrived is not what was copied: ${problems.join('; ')}`)
  return manifest
}

/**
 * Restores a backup into `dataDir`, which must be new or empty, recovered and stopped, ready for the next start of the
 * server. Throws if the backup is damaged, leaving nothing.
 */
export async function restoreBackup(backup: string, dataDir: string): Promise<Manifest> {
  const target = resolve(dataDir)
  const manifest = await readManifest(resolve(backup))
  if (manifest.format === 1) {
    await layBackup(resolve(backup), target, true)
    const database = await recover(target)
    await database.stop()
    return manifest
  }
  requireNothingIn(target)
  await checkFiles(resolve(backup), manifest)
  const database = await recover(target)
  try {
    return await restoreCopy(resolve(backup), database.url)
  } catch (error) {
    await database.stop()
    await rm(join(target, 'pg'), { recursive: true, force: true })
    throw error
  } finally {
    await database.stop()
  }
}
