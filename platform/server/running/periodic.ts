/** Periodic background work: never concurrent with itself, failures are logged. */
import type { Log } from '#kit/server/context.ts'

type Work = {
  name: string
  /** Interval in ms; skipped while a run is in progress. */
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
}

/** Starts running `run` periodically; the returned function aborts its signal and waits for the current run. */
export function runPeriodically({ name, everyMs, run }: Work, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<unknown> | null = null
  const timer = setInterval(() => {
    underWay ??= run(stopping.signal)
      .catch((error: unknown) => log.warn({ error: String(error) }, `${name} failed`))
      .finally(() => (underWay = null))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
