/** Chooses the system account for PostgreSQL's programs, which refuse to run as root. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Ids to run as; null for those of this process. */
export type Account = { uid: number; gid: number } | null

/** A program with arguments and spawn options for that account. */
export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

const NAME = 'postgres'

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, NAME], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))

function systemAccount(): { uid: number; gid: number } {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    // Missing on a fresh machine or container.
    execFileSync('groupadd', ['--system', NAME])
    execFileSync('useradd', ['--system', '--gid', NAME, '--no-create-home', '--shell', '/bin/false', NAME])
    return { uid: idOf('-u'), gid: idOf('-g') }
  }
}

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) await chownTree(child, uid, gid)
    else if (!entry.isSymbolicLink()) await chown(child, uid, gid)
  }
}

/**
 * Account for the cluster in `cluster`: null unless this process is root; then the owner of the directory, or the
 * system account `postgres`, created if missing. A cluster owned by root (restored from a backup) is chowned to that
 * account.
 */
export async function accountFor(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  if (!existsSync(cluster)) return systemAccount()
  const { uid, gid } = await stat(cluster)
  if (uid !== 0) return { uid, gid }
  const account = systemAccount()
  await chownTree(cluster, account.uid, account.gid)
  return account
}

async function reachable(path: string, account: { uid: number; gid: number }): Promise<boolean> {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = await stat(dir)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (dir === dirname(dir)) return true
  }
}

/** The capability to traverse closed directories; containers often withhold it but grant the wider one. */
function searchCapability(): string {
  const bounds = /CapBnd:\s*([0-9a-f]+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const CAP_DAC_READ_SEARCH = 1n << 2n
  return (BigInt(`0x${bounds}`) & CAP_DAC_READ_SEARCH) === 0n ? '+dac_override' : '+dac_read_search'
}

/**
 * How to run `file` as `account`. If the product is in a directory closed to others (such as root's home), the account
 * gets the single capability to traverse it; the directory's mode is unchanged. Throws if that is needed and `setpriv`
 * is missing.
 */
export async function commandAs(
  account: Account,
  cluster: string,
  file: string,
  args: string[],
): Promise<Command> {
  if (account === null) return { file, args, options: {} }
  if ((await reachable(file, account)) && (await reachable(cluster, account)))
    return { file, args, options: account }
  if (!existsSync('/usr/bin/setpriv'))
    throw new Error(`account ${NAME} cannot reach ${cluster}; choose another DATA_DIR, or do not run as root`)
  const capability = searchCapability()
  const wrapped = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
  return { file: '/usr/bin/setpriv', args: [...wrapped, file, ...args], options: {} }
}
