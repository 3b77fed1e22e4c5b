/** The live connection as workflows use it: events of their own over the one socket of the page. */
import { createStore } from './store.ts'

/** What a workflow needs of a socket; the shell puts the connected one in. */
export type Channel = {
  /** The session the line was opened with, as its questions name it (D1-Q-101). */
  token: string
  emit: (event: string, payload: unknown) => void
  on: (event: string, listener: (payload: unknown) => void) => void
  off: (event: string, listener: (payload: unknown) => void) => void
}

/** The connected channel, or null while there is none. */
export const channel = createStore<Channel | null>(null)
