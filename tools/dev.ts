/** `npm run dev`: restarts the server and reloads the screens when a file is saved. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './source-files.ts'

const env = { ...process.env, DATA_DIR: resolve(process.env.DATA_DIR ?? join(root, 'data')) }
const run = (command: string, args: string[]): ChildProcess =>
  spawn(command, args, { cwd: root, env, stdio: 'inherit' })

const children = [
  run(process.execPath, ['--watch', join(root, 'platform/app/server/main.ts')]),
  run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')]),
]

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// Neither is useful alone: when one ends, the other is ended too.
for (const child of children) child.on('exit', stop)
