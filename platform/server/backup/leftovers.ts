/** Removes what backups, proofs and copies that were cut off left in their folder. */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf } from '../db/embedded-cluster.ts'
import { runningAdminUrl, startEmbedded } from '../db/embedded.ts'

// The names of newBackup, verifyBackup, copyBackup and prune, with the process that was at it; versions before named none.
const unfinished = /^(?:verify-(?:(\d+)-)?\w{6}|\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:\.(\d+))?\.part)$/

/** After a day what is unfinished is left, even if another program has the number of its process now. */
const longestWorkMs = 24 * 3600 * 1000

async function isLeft(path: string, pid: string | undefined): Promise<boolean> {
  if (pid !== undefined && identityOf(Number(pid)) === null) return true
  return Date.now() - (await stat(path)).mtimeMs > longestWorkMs
}

/** The database of a proof outlives the process that was killed. */
async function stopDatabase(home: string): Promise<void> {
  if (existsSync(join(home, 'postgres')) && (await runningAdminUrl(home)) !== null)
    await (await startEmbedded(home)).stop()
}

/** Removes what is left unfinished in `folder`; what a living process works on stays. Returns the names. */
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
