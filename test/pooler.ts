/** A real PgBouncer in transaction mode in front of a test database, if it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, freePort } from '#platform/server/db/embedded.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Path of the program; undefined if it is not installed. */
export const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))

export type Pooler = { url: string; stop: () => Promise<void> }

/** PgBouncer refuses to run as root, so it runs as user nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Starts one with few connections, so that requests really share them; resolves once it accepts connections. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { hostname, port: behind, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'vasdesk-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort(0)
  const name = pathname.slice(1)
  const settings = `[databases]
${name} = host=${hostname} port=${behind} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  const child = spawn(pgbouncer ?? '', [join(folder, 'pgbouncer.ini')], {
    ...nobody,
    cwd: '/',
    stdio: 'ignore',
  })
  const url = new URL(databaseUrl)
  url.port = String(port)
  while (child.exitCode === null && !(await answers(url.href))) await sleep(50)
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  return { url: url.href, stop }
}
