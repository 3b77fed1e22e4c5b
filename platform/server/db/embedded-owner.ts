/**
 * Who stops the embedded database. Processes with one data directory share it: each notes that it uses it, one is the owner.
 * An owner that ends hands the database on to who still uses it, and stops it where nobody does.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityOf } from './embedded-cluster.ts'

const own = (): string => identityOf(process.pid) ?? ''
const lives = (identity: string): boolean =>
  identity !== '' && identityOf(Number.parseInt(identity, 10)) === identity
const ending = ' ending'

const ownerFile = (dataDir: string): string => join(dataDir, 'postgres.owner')
const users = (dataDir: string): string => join(dataDir, 'postgres.users')

/** The identity that is noted as the owner's, and whether it is about to stop the database. */
function noted(dataDir: string): { owner: string; ends: boolean } {
  const file = ownerFile(dataDir)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text.endsWith(ending)
    ? { owner: text.slice(0, -ending.length), ends: true }
    : { owner: text, ends: false }
}

/** Notes that this process uses the database; to be said before it is looked for, so that no owner that ends passes it over. */
export async function noteUse(dataDir: string): Promise<void> {
  await mkdir(users(dataDir), { recursive: true })
  await writeFile(join(users(dataDir), String(process.pid)), own())
}

/** Process number of a living owner that is about to stop the database; null for none. */
export function endingOwner(dataDir: string): number | null {
  const { owner, ends } = noted(dataDir)
  return ends && owner !== own() && lives(owner) ? Number.parseInt(owner, 10) : null
}

/** Makes this process the owner if it started the database or the owner noted lives no more. */
export async function claim(dataDir: string, started: boolean): Promise<void> {
  if (started || !lives(noted(dataDir).owner)) await writeFile(ownerFile(dataDir), own())
}

/** Identities of other living processes that use the database; what dead ones left is taken away. */
async function otherUsers(dataDir: string): Promise<string[]> {
  const others: string[] = []
  for (const name of await readdir(users(dataDir))) {
    const file = join(users(dataDir), name)
    const identity = await readFile(file, 'utf8')
    if (!lives(identity)) await rm(file, { force: true })
    else if (identity !== own()) others.push(identity)
  }
  return others
}

/** Runs `stop` if this process is the owner and nobody else uses the database; else hands it on, or leaves it to its owner. */
export async function release(dataDir: string, stop: () => Promise<void>): Promise<void> {
  const { owner } = noted(dataDir)
  if (owner === own() || !lives(owner)) {
    // Said before others are looked for: who begins to use it meanwhile is seen here, or sees this and waits.
    await writeFile(ownerFile(dataDir), own() + ending)
    const [next] = await otherUsers(dataDir)
    if (next !== undefined) await writeFile(ownerFile(dataDir), next)
    else {
      await stop()
      // Unless somebody has started it meanwhile.
      if (noted(dataDir).owner === own()) await rm(ownerFile(dataDir), { force: true })
    }
  }
  await rm(join(users(dataDir), String(process.pid)), { force: true })
}
