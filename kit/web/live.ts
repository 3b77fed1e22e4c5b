/** The live connection for workflows: their own events over the one socket of the page. */
import { createStore } from './store.ts'

/** What a workflow needs of the page's socket. Listeners of 'changes' are awaited while the page reads. */
export type Channel = {
  /** The session token the connection was opened with (D1-Q-101). */
  token: string
  emit: (event: string, payload: unknown) => void
  on: (event: string, listener: (payload: unknown) => unknown) => void
  off: (event: string, listener: (payload: unknown) => unknown) => void
}

/** The connected channel, or null. */
export const channel = createStore<Channel | null>(null)
