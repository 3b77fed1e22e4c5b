/** nginx with the block of `deploy/` in front of two processes, if installed. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../source-files.ts'
import { freePort, startProgram } from './processes.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Path of nginx; undefined if it is not installed. */
export const nginx = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))

/** A complete configuration around the block, without TLS, for `ports` behind it; its files are in `folder`. */
export async function frontConfig(folder: string, port: number, ports: readonly number[]): Promise<string> {
  const block = (await readFile(join(root, 'deploy/nginx.conf'), 'utf8'))
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ {2}(ssl_|access_log).*\n/gm, '')
    .replace(/127\.0\.0\.1:3001/, `127.0.0.1:${ports[0]}`)
    .replace(/127\.0\.0\.1:3002/, `127.0.0.1:${ports[1]}`)
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr emerg; events {}
http { access_log off; ${tempPaths.join(' ')}
${block}}
`
}

/** Starts nginx; returns its URL and how to stop it. */
export async function startFront(
  program: string,
  folder: string,
  ports: readonly number[],
): Promise<{ url: string; kill: () => void }> {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await frontConfig(folder, port, ports))
  const { kill, gone: ended } = startProgram(program, ['-c', file])
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (ended()) throw new Error('nginx did not start')
    await sleep(50)
  }
  return { url, kill }
}
