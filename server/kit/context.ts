/** What every handler is given: the database, who asks, and how to leave a trace. */
import type { Pool } from 'pg'
import type { Actor } from '../../contract/abilities.ts'
import type { LookupConfig } from '../running/config.ts'
import type { Changed } from '../../contract/channels.ts'
import type { Audience } from '../../contract/live.ts'
import type { Queryable } from '../db/pool.ts'
import type { Carrier } from '../gateways/carrier/carrier.ts'
import type { Secrets } from '../running/secrets.ts'
import type { TotalMemory } from './total-memory.ts'

/** Whose rows the actor may see: all, or those of these accounts (D1-Q-003). */
export type Scope =
  | { all: true }
  | {
      all: false
      ids: string[]
      usernames: string[]
      own: { id: string; username: string }
      unit: Unit | null
    }
/** A branch or a leader, and the column in which rows of theirs name it (D3-ORG-01). */
export type Unit = { column: 'brand_id' | 'group_id'; id: string }

export type Log = {
  debug: (data: object, text?: string) => void
  info: (data: object, text?: string) => void
  warn: (data: object, text?: string) => void
  error: (data: object, text?: string) => void
}

export type Ctx = {
  /** The transaction of a write, or the pool of a read. */
  db: Queryable
  actor: Actor
  scope: Scope
  requestId: string
  /** The page a write says it comes from: kept in its audit entries, never called (D2-Q-30). */
  origin?: string
  log: Log
  /** The phone that the call was sent is beyond the caller's number of the day: nothing derived from it is told. */
  untold?: true
  /** Says that rows changed; the screens are told the resource alone, after the commit. */
  publish: (changed: Changed) => void
  /** Runs after the commit, never when the transaction failed. */
  after: (work: () => void) => void
  services: Services
}

/** What the process runs on; one object made at boot. */
export type Services = {
  pool: Pool
  /** For exports: cursors hold their connection for long. */
  longPool: Pool
  /** An export whose reader takes nothing for this long is given up, in ms; 120,000 when left out. */
  exportIdleMs?: number
  /** Tells the screens, and whoever follows within the server, that rows of a resource changed. */
  publish: (changed: Changed) => void
  /** How many rows big lists have; what `publish` tells is no longer right in it. */
  totals: TotalMemory
  notify: (userId: string, event: 'job', payload: object) => void
  /** A notice for the bells of an audience; call it in `ctx.after`, so that nothing undone is told. */
  announce: (to: Audience, content: string) => void
  log: Log
  jobs: { enqueue: (name: string, data: object) => Promise<void> }
  dataDir: string
  /** For real: what only a demo may do is refused, and who still has one of these hashes is shown. */
  production?: boolean
  demoHashes?: readonly string[]
  /** Absent: look-ups say that they are not configured, and never invent an answer (D1-Q-100). */
  carrier?: Carrier
  lookup: LookupConfig
  /** Absent: no key is configured, and no secret can be kept. */
  secrets?: Secrets
}
