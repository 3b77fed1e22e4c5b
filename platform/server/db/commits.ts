/** State of commits as connections need it: PostgreSQL lets a commit wait without a limit (D3-RUN-01). */
import { processLimits } from '../running/limits.ts'

/** SQLSTATE of a transaction with unknown outcome. */
export const UNKNOWN = '08007'

/** The outcome is unknown: the data may or may not be saved. */
export class Unconfirmed extends Error {
  readonly code = UNKNOWN

  constructor(reason: string) {
    super(`not known to be saved: ${reason}`)
    this.name = 'Unconfirmed'
  }
}

/** Reasons that commits are not confirmed. */
export const stallReasons = ['standby', 'disk', 'read only'] as const
export type Stall = (typeof stallReasons)[number]

/** Commit state for connections. */
export type Commits = {
  /** A commit is given up after this long, in ms. */
  timeoutMs: number
  /**
   * Undefined while commits are confirmed. During a stall every transaction is read-only, because each waiting commit
   * occupies a PostgreSQL connection until the end of the stall.
   */
  stall: () => Stall | undefined
  /** Called when the commit of this PostgreSQL backend was given up. */
  gaveUp: (pid: number | null) => void
}

/** For commands and tests, without monitoring. */
export const plainCommits: Commits = {
  timeoutMs: processLimits.commitMs,
  stall: () => undefined,
  gaveUp: () => undefined,
}

/** Its commit waits for everything committed before, and changes nothing: it only writes a record to the log. */
export const waitsForAll = `SELECT pg_logical_emit_message(true, 'vasdesk', '')`
