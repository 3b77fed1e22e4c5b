/** Copies backups to a second place, such as a mounted disk, and reads them back. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkFiles } from './check-files.ts'
import { allFiles, copyFile } from './cluster-files.ts'
import { backupsIn, VERIFIED_FILE } from './kept-backups.ts'
import { readManifest } from './manifest.ts'
import { draftOf, flushFolder } from './new-backup.ts'

/**
 * Throws if the second place is missing or on the same disk as the first: an unmounted disk leaves an empty folder on
 * the disk that it should protect against.
 */
export async function requireOtherDisk(folder: string, second: string): Promise<void> {
  if (!existsSync(second)) throw new Error(`there is no folder ${second}: is its disk mounted?`)
  const [first, other] = [await stat(folder), await stat(second)]
  if (first.dev === other.dev)
    throw new Error(`${second} is on the same disk as ${folder}: is its disk mounted?`)
}

/** Copies all files below `from` into the new folder `to`, each flushed to disk. */
async function copyTree(from: string, to: string): Promise<void> {
  const names = await allFiles(from)
  const folders = new Set([to, ...names.map((name) => dirname(join(to, name)))])
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of names) await copyFile(join(from, name), join(to, name), true)
  for (const folder of folders) await flushFolder(folder)
}

/** Copies a backup into `second` under its own name; all or nothing. */
async function copyBackup(backup: string, second: string): Promise<void> {
  const copy = join(second, basename(backup))
  const draft = draftOf(copy)
  try {
    await copyTree(backup, draft)
    await rename(draft, copy)
    await flushFolder(second)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Throws if a copy differs from its backup's records, or its records from those of the backup. */
async function checkCopy(copy: string, backup: string): Promise<void> {
  try {
    for (const name of ['manifest.json', VERIFIED_FILE]) {
      const [copied, original] = [join(copy, name), join(backup, name)]
      if (existsSync(original) && !(await readFile(copied)).equals(await readFile(original)))
        throw new Error(`the backup is damaged: ${name} is not what was written`)
    }
    await checkFiles(copy, await readManifest(copy))
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(`the copy ${copy} must be deleted, the next run makes it anew: ${reason}`, {
      cause: error,
    })
  }
}

/**
 * Copies every verified backup of `folder` that is not in `second` yet, newest first, and reads back the newest copy
 * and the one before it, which has been on its disk for a night. Returns the names of new copies. Throws if a copy is
 * damaged.
 */
export async function copyToSecond(folder: string, second: string): Promise<string[]> {
  const proven = (await backupsIn(folder)).filter((one) => one.proven).map(({ name }) => name)
  const copiedNames = new Set((await backupsIn(second)).map(({ name }) => name))
  const missing = proven.filter((name) => !copiedNames.has(name)).toReversed()
  for (const name of missing) await copyBackup(join(folder, name), second)
  for (const name of proven.slice(-2)) await checkCopy(join(second, name), join(folder, name))
  return missing
}

/** Copies verification reports that are not in `second` yet; they are never deleted. */
export async function copyReports(reports: string, second: string): Promise<void> {
  const target = join(second, basename(reports))
  const draft = join(target, 'report.part')
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of await allFiles(reports)) {
    if (existsSync(join(target, name))) continue
    await rm(draft, { force: true })
    await copyFile(join(reports, name), draft, true)
    await rename(draft, join(target, name))
  }
  await flushFolder(target)
}
