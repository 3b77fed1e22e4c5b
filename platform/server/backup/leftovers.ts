/** Removes what interrupted backups, verifications and copies left in their folder. */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf } from '../db/embedded-cluster.ts'
import { runningAdminUrl, startEmbedded } from '../db/embedded.ts'

// The names used by newBackup, verifyBackup, copyBackup and prune, with the process id; earlier versions had none.
const unfinished = /^(?:verify-(?:(\d+)-)?\w{6}|\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:\.(\d+))?\.part)$/

/** After a day unfinished files are leftovers, even if another program has the process id now. */
const longestWorkMs = 24 * 3600 * 1000

async function isLeft(path: string, pid: string | undefined): Promise<boolean> {
  if (pid !== undefined && identityOf(Number(pid)) === null) return true
  return Date.now() - (await stat(path)).mtimeMs > longestWorkMs
}

/** The database of a verification outlives its killed process. */
async function stopDatabase(home: string): Promise<void> {
  if (existsSync(join(home, 'postgres')) && (await runningAdminUrl(home)) !== null)
    await (await startEmbedded(home)).stop()
}

/** Removes unfinished files in `folder`, except those of a running process. Returns the names. */
export async function removeLeftovers(folder: string): Promise<string[]> {
  const removed: string[] = []
  for (const name of await readdir(folder)) {
    const found = unfinished.exec(name)
    if (!found || !(await isLeft(join(folder, name), found[1] ?? found[2]))) continue
    await stopDatabase(join(folder, name, 'pg'))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
    removed.push(name)
  }
  return removed
}
