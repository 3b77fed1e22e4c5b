/** Work that is done again and again in the background: never twice at a time, never silently over. */
import type { Log } from './context.ts'

type Work = {
  /** What is done, as the log names it when it fails. */
  name: string
  /** How often it begins, in ms; while it is under way it does not begin again. */
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
}

/** Does `run` from now on; answers how to stop, which aborts its signal and waits for the one under way. */
export function runPeriodically({ name, everyMs, run }: Work, log: Log): () => Promise<void> {
  const over = new AbortController()
  let underWay: Promise<unknown> | null = null
  const timer = setInterval(() => {
    underWay ??= run(over.signal)
      .catch((error: unknown) => log.warn({ error: String(error) }, `${name} failed`))
      .finally(() => (underWay = null))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    over.abort()
    await underWay
  }
}
