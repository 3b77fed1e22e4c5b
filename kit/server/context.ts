/** Context of every handler: database, actor, audit, notifications. */
import type { Pool } from 'pg'
import type { Actor } from '#platform/contract/abilities.ts'
import type { LookupConfig } from '#platform/server/running/config.ts'
import type { Changed } from '#platform/contract/channels.ts'
import type { Decides } from '#kit/contract/call.ts'
import type { Audience } from '#platform/contract/live.ts'
import type { Queryable } from '#platform/server/db/pool.ts'
import type { Readers } from '#platform/server/db/readers.ts'
import type { ReadSide } from '#platform/server/db/read-side.ts'
import type { Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import type { Secrets } from '#platform/server/running/secrets.ts'
import type { FloorChanges } from '#platform/server/floor-changes.ts'
import type { TotalMemory } from './total-memory.ts'

/** Accounts whose rows the actor may see: all, or these (D1-Q-003). */
export type Scope =
  | { all: true }
  | {
      all: false
      ids: string[]
      usernames: string[]
      self: { id: string; username: string }
      unit: Unit | null
    }
/** A branch or leader, and the column of its rows that refers to it (D3-ORG-01). */
export type Unit = { column: 'brand_id' | 'group_id'; id: string }

export type Log = {
  debug: (data: object, text?: string) => void
  info: (data: object, text?: string) => void
  warn: (data: object, text?: string) => void
  error: (data: object, text?: string) => void
}

/** When a decision checks session and rights again, and whether the session must be confirmed at that moment. */
type Hold = { when: Decides; reauth: boolean }

/** A row that an import wrote: its id in the audit log, and whether it is new. */
export type SavedRow = { id: string; made: boolean }

export type Ctx = {
  /** The transaction of a write, or the pool for a read. */
  db: Queryable
  actor: Actor
  scope: Scope
  /** Hash of the session's token; absent for the server's own work. */
  session?: string
  /** Its transactions check session and rights again, under a lock (D3-SEC-12). */
  hold?: Hold
  /** Current session and rights, for work that waits or reads for a long time; throws if the session ended or the right was lost. */
  still?: () => Promise<Pick<Ctx, 'actor' | 'scope'>>
  requestId: string
  /** Groups several requests or transactions into one act; the request id by default, '' for each transaction on its own. */
  act?: string
  /** The page that a write claims to come from; only stored in its audit entries, never fetched (D2-Q-30). */
  origin?: string
  log: Log
  /** A manual edit of cells or a form, which can be undone, or the undo itself (D3-GRID-04). */
  step?: 'hand' | 'undo'
  /** Collects the rows that an import writes, in the file's order, so that it can be undone (D3-FILE-05). */
  wrote?: SavedRow[]
  /** The phone sent with the call exceeds the caller's daily limit: nothing derived from it may be revealed. */
  untold?: true
  /** Reason for contacting a customer who asked not to be called (`ly_do_van_lam`, D3-RULE-05). */
  insists?: string
  /** The caller confirmed a package without a price (`goi_khong_gia`, D3-OTP-08). */
  unpriced?: true
  /**
   * Publishes that rows changed; after the commit the screens only get the resource name. `onFloor`: the accounts
   * affected on the floor view; any of them by default, [] for none.
   */
  publish: (changed: Changed, onFloor?: readonly string[]) => void
  /** Runs after the commit; never for a failed transaction. */
  after: (work: () => void) => void
  services: Services
}

/** Shared services of the process, created at startup. */
export type Services = {
  pool: Pool
  /** Connections for reads, which keep working while all of `pool` are waiting. */
  readers: Readers
  /** For exports, whose cursors hold a connection for long. */
  longPool: Pool
  /** For long reads that a replica may answer. */
  reads: ReadSide
  /** An export is aborted if its client reads nothing for this long, in ms; default 120,000. */
  exportIdleMs?: number
  /** Notifies screens and other parts of the server that rows of a resource changed; `onFloor` as in the context. */
  publish: (changed: Changed, onFloor?: readonly string[]) => void
  /** Changes that the floor views kept by this process have to reload. */
  floorChanges: FloorChanges
  /** Totals of big lists; `publish` invalidates them. */
  totals: TotalMemory
  notify: (userId: string, event: 'job' | 'handEmptied', payload: object) => void
  /** Notification to an audience; call it in `ctx.after`, so that nothing rolled back is announced. */
  announce: (to: Audience, content: string) => void
  log: Log
  /** `after` of the context: the job begins once its transaction is committed, instead of within two seconds. */
  jobs: { enqueue: (name: string, data: object, after?: Ctx['after']) => Promise<void> }
  dataDir: string
  /** Production: demo-only actions are refused, and accounts with one of these password hashes are reported. */
  production?: boolean
  demoHashes?: readonly string[]
  /** Absent: look-ups answer that the carrier is not configured (D1-Q-100). */
  carrier?: Carrier
  lookup: LookupConfig
  /** Absent if no key is configured, so that no secret can be stored. */
  secrets?: Secrets
}
