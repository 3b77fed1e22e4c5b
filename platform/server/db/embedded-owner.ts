/**
 * Ownership of the embedded database. Processes with the same data directory share it: each registers its use, one is
 * the owner. An owner that exits passes the database on to a process still using it, or stops it if there is none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf } from './embedded-cluster.ts'

const ownIdentity = (): string => identityOf(process.pid) ?? ''
const lives = (identity: string): boolean =>
  identity !== '' && identityOf(Number.parseInt(identity, 10)) === identity
const ending = ' ending'

const ownerFile = (dataDir: string): string => join(dataDir, 'postgres.owner')
const users = (dataDir: string): string => join(dataDir, 'postgres.users')

/** The recorded owner's identity, and whether it is about to stop the database. */
function noted(dataDir: string): { owner: string; ends: boolean } {
  const file = ownerFile(dataDir)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.endsWith(ending)
    ? { owner: text.slice(0, -ending.length), ends: true }
    : { owner: text, ends: false }
}

/** Registers that this process uses the database; to be called before looking for it, so that an exiting owner takes it into account. */
export async function noteUse(dataDir: string): Promise<void> {
  await mkdir(users(dataDir), { recursive: true })
  await writeFile(join(users(dataDir), String(process.pid)), ownIdentity())
}

/** Process id of a running owner that is about to stop the database; null for none. */
export function endingOwner(dataDir: string): number | null {
  const { owner, ends } = noted(dataDir)
  return ends && owner !== ownIdentity() && lives(owner) ? Number.parseInt(owner, 10) : null
}

/** Makes this process the owner if it started the database or the recorded owner is no longer running. */
export async function claimOwnership(dataDir: string, started: boolean): Promise<void> {
  if (started || !lives(noted(dataDir).owner)) await writeFile(ownerFile(dataDir), ownIdentity())
}

/** Identities of other running processes that use the database; entries of dead ones are removed. */
async function otherUsers(dataDir: string): Promise<string[]> {
  const others: string[] = []
  for (const name of await readdir(users(dataDir))) {
    const file = join(users(dataDir), name)
    const identity = await readFile(file, 'utf8')
    if (!lives(identity)) await rm(file, { force: true })
    else if (identity !== ownIdentity()) others.push(identity)
  }
  return others
}

/** Runs `stop` if this process is the owner and no other process uses the database; else passes it on, or leaves it to its owner. */
export async function release(dataDir: string, stop: () => Promise<void>): Promise<void> {
  const { owner } = noted(dataDir)
  if (owner === ownIdentity() || !lives(owner)) {
    // Written before other users are looked up: a process that starts using it meanwhile is either found here, or sees this and waits.
    await writeFile(ownerFile(dataDir), ownIdentity() + ending)
    const [next] = await otherUsers(dataDir)
    if (next !== undefined) await writeFile(ownerFile(dataDir), next)
    else {
      await stop()
      // Unless another process has started it meanwhile.
      if (noted(dataDir).owner === ownIdentity()) await rm(ownerFile(dataDir), { force: true })
    }
  }
  await rm(join(users(dataDir), String(process.pid)), { force: true })
}
