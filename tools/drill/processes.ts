/** Starts and ends programs in a drill, as an operator would. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../source-files.ts'

type Env = Record<string, string>

/** Longest wait for a start, which may build the screens, or for a stop. */
const patience = 180_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Longest wait for `look`, in ms. */
const longestLook = 30_000

/** Waits until `look`, called repeatedly, finds something; throws with `what` after half a minute. */
export async function waitFor<T>(what: string, look: () => Promise<T | undefined>, every = 100): Promise<T> {
  for (let tries = 0; tries < longestLook / every; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(every)
  }
  throw new Error(`waited for ${what} in vain`)
}

/** Runs a program to its end; returns its output, or throws with the output if it fails. */
export function runToEnd({ file, args, cwd, env }: Program): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(file, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
    if (error) reject(new Error(`${file} ${args.join(' ')}: ${stderr || stdout || error.message}`))
    else resolve(stdout)
  })
  return promise
}

/** Runs a project command to its end, as `runToEnd`. */
export const command = (script: string, args: string[], env: Env): Promise<string> =>
  runToEnd({
    file: process.execPath,
    args: [join(root, script), ...args],
    cwd: root,
    env: { ...process.env, ...env },
  })

export type Server = {
  url: string
  pid: number
  stop: () => Promise<void>
  /** Kills it, like a power cut. */
  kill: () => Promise<void>
}

const ready = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await Promise.race([
    once(child, 'exit'),
    sleep(patience, undefined, { ref: false }).then(() => {
      child.kill('SIGKILL')
      throw new Error('the server did not end')
    }),
  ])
}

const running = new Set<ChildProcess>()

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** A program with its arguments, its folder and its whole environment. */
export type Program = { file: string; args: string[]; cwd: string; env: NodeJS.ProcessEnv }

/** Starts `script` as a server on `port`; resolves when it is ready. */
export const startServerProcess = (script: string, port: number, env: Env): Promise<Server> =>
  startServer(
    {
      file: process.execPath,
      // With the heap settings of `npm start`.
      args: ['--max-semi-space-size=16', join(root, script)],
      cwd: root,
      env: { ...process.env, ...env },
    },
    port,
  )

/** Starts a program as a server on `port`; resolves when it is ready. */
export async function startServer({ file, args, cwd, env }: Program, port: number): Promise<Server> {
  const child = spawn(file, args, {
    cwd,
    env: { HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-4_000)))
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + patience
  while (!(await ready(url))) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${printed}`)
    if (Date.now() > deadline) throw new Error(`the server is not ready: ${printed}`)
    await sleep(100)
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended(child)
    if (child.exitCode !== 0) throw new Error(`the server ended with ${child.exitCode}: ${printed}`)
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended(child)
  }
  return { url, pid: child.pid ?? 0, stop, kill }
}

/** Starts a project command that will be killed; resolves when it has ended, with how. */
export function startCommand(script: string, args: string[], env: Env): () => Promise<void> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return async () => {
    if (child.exitCode !== null) throw new Error(`${script} had ended with ${child.exitCode}`)
    child.kill('SIGKILL')
    await ended(child)
  }
}

/** Starts another program that serves until killed. */
export function startProgram(file: string, args: string[]): { kill: () => void; gone: () => boolean } {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(child)
  return { kill: () => void child.kill('SIGTERM'), gone: () => child.exitCode !== null }
}
