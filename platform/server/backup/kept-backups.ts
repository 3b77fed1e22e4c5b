/** Which backups of a folder are kept: by age and number, and always the newest verified one. */
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { draftOf } from './new-backup.ts'

/** A finished backup; `proven`: its verification passed. */
export type Backup = { name: string; at: Date; proven: boolean }

/** `days`: age at which a backup is deleted; `most`: most verified ones kept. */
export type KeepRule = { days: number; most: number }

/** Report of a passed verification, inside the backup. */
export const VERIFIED_FILE = 'verified.txt'

const shape = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** Finished backups in `folder`, oldest first; other files are ignored. */
export async function backupsIn(folder: string): Promise<Backup[]> {
  const backups: Backup[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const [, day, ...time] = shape.exec(name) ?? []
    if (day === undefined || !existsSync(join(folder, name, 'manifest.json'))) continue
    const at = new Date(`${day}T${time.join(':')}Z`)
    backups.push({ name, at, proven: existsSync(join(folder, name, VERIFIED_FILE)) })
  }
  return backups
}

/** Those of `backups` (oldest first) that may be deleted; never the newest verified one. */
export function expired(backups: Backup[], { days, most }: KeepRule, now: Date): Backup[] {
  const proven = backups.filter((one) => one.proven)
  const newest = proven.at(-1)
  const tooMany = new Set(proven.slice(0, Math.max(0, proven.length - most)))
  const oldest = now.getTime() - days * 24 * 3600 * 1000
  return backups.filter((one) => one !== newest && (one.at.getTime() < oldest || tooMany.has(one)))
}

/** Deletes expired backups in `folder` and returns their names. If interrupted, the renamed remainder is no longer a backup but a leftover. */
export async function prune(folder: string, keep: KeepRule, now: Date): Promise<string[]> {
  const names = expired(await backupsIn(folder), keep, now).map(({ name }) => name)
  for (const name of names) {
    const going = draftOf(join(folder, name))
    await rename(join(folder, name), going)
    await rm(going, { recursive: true, force: true })
  }
  return names
}
