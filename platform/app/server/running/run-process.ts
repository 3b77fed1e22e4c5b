/** Lifecycle of one server process: settings, signals, a refused start, a lost database. */
import { flushCompileCache } from 'node:module'
import { demoSignIns } from '../seed/sign-ins.ts'
import type { Config } from '#platform/server/running/config.ts'
import { refusedStart, settingsOrEnd } from '#platform/server/running/settings-or-end.ts'
import { returnStartMemory } from '#platform/server/running/start-memory.ts'

export type Running = {
  url: string
  databaseUrl: string
  /** Whether the database was created by the demo, so that its accounts exist. */
  demo: boolean
  close: () => Promise<void>
}

export type Wishes = {
  /** Aborts a start still in progress. */
  signal?: AbortSignal
  /** The database has exited and cannot be restarted: the process must end. */
  onLost?: (error: unknown) => void
}

/** Signals within this time, in ms, count as one: a terminal sends it to npm and to the server, and npm forwards it. */
const sameSignal = 1_000

/** Calls `stop` for the first SIGINT or SIGTERM; a second one ends the process at once. */
function onSignals(stop: () => void): void {
  let firstAt = 0
  const onSignal = (): void => {
    if (firstAt > 0 && Date.now() - firstAt > sameSignal) process.exit(1)
    if (firstAt > 0) return
    firstAt = Date.now()
    stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function endLost(error: unknown): void {
  process.stderr.write(
    `VASDesk ends: its PostgreSQL has ended and does not come up again: ${String(error)}\n`,
  )
  process.exit(1)
}

/** Runs the server of `start` until asked to stop (SIGINT, SIGTERM); a second signal ends it at once. Resolves once it is up. */
export async function runProcess(start: (config: Config, wishes: Wishes) => Promise<Running>): Promise<void> {
  const config = settingsOrEnd()
  const stopping = new AbortController()
  let server: Running | undefined
  onSignals(() => {
    stopping.abort()
    void server?.close().then(() => process.exit(0))
  })
  try {
    server = await start(config, { signal: stopping.signal, onLost: endLost })
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0)
    process.stderr.write(refusedStart(error))
    process.exit(1)
  }
  if (stopping.signal.aborted) {
    await server.close()
    process.exit(0)
  }
  process.stdout.write(`VASDesk: ${server.url}\n`)
  if (config.demo && server.demo) process.stdout.write(demoSignIns(server.url))
  // If a compile cache is enabled, the next start need not compile again, not even after a kill.
  flushCompileCache()
  returnStartMemory()
}
