/** The live connection for workflows: their own events over the one socket of the page. */
import { createStore } from './store.ts'

/** What a workflow needs of a socket; the shell provides the connected one. */
export type Channel = {
  /** The session token the connection was opened with (D1-Q-101). */
  token: string
  emit: (event: string, payload: unknown) => void
  on: (event: string, listener: (payload: unknown) => void) => void
  off: (event: string, listener: (payload: unknown) => void) => void
}

/** The connected channel, or null. */
export const channel = createStore<Channel | null>(null)
