/** Progress of background jobs, passed from the live channel to whoever shows it. */
import type { JobEvent } from '../../contract/live.ts'

const listeners = new Set<(job: JobEvent) => void>()

/** Hears the progress of the user's jobs until the returned function is called. */
export function onJobs(listener: (job: JobEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes a progress event on. */
export const tellJob = (job: JobEvent): void => listeners.forEach((listener) => listener(job))
