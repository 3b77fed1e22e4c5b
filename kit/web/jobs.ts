/** Progress of background jobs, passed from the live channel to subscribers. */
import type { JobEvent } from '#platform/contract/live.ts'

const listeners = new Set<(job: JobEvent) => void>()

/** Calls `listener` with the progress of the user's jobs until the returned function is called. */
export function onJobProgress(listener: (job: JobEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes an event on to the subscribers. */
export const emitJob = (job: JobEvent): void => listeners.forEach((listener) => listener(job))
