/** What connections need to know of commits, for which PostgreSQL lets one wait without a limit (D3-RUN-01). */
import { processLimits } from '../running/limits.ts'

/** SQLSTATE of a transaction of which nobody knows how it ended. */
export const UNKNOWN = '08007'

/** What was sent may be saved and may be not. */
export class Unconfirmed extends Error {
  readonly code = UNKNOWN

  constructor(why: string) {
    super(`not known to be saved: ${why}`)
    this.name = 'Unconfirmed'
  }
}

/** What keeps commits from being confirmed. */
export const stalls = ['standby', 'disk', 'read only'] as const
export type Stall = (typeof stalls)[number]

/** What connections need to know of it. */
export type Commits = {
  /** A commit is given up after this long, in ms. */
  timeoutMs: number
  /** Undefined while commits are confirmed. Meanwhile every transaction is read only: each that waits holds a connection of PostgreSQL until the end of the stall. */
  stall: () => Stall | undefined
  /** The commit of this process of PostgreSQL was given up. */
  gaveUp: (pid: number | null) => void
}

/** For commands and tests, which watch nothing. */
export const plainCommits: Commits = {
  timeoutMs: processLimits.commitMs,
  stall: () => undefined,
  gaveUp: () => undefined,
}

/** Its commit waits for all that was committed before, and changes nothing: it is a record of the log alone. */
export const waitsForAll = `SELECT pg_logical_emit_message(true, 'vasdesk', '')`
