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
/** A branch or leader, and the column by which its rows name it (D3-ORG-01). */
export type Unit = { column: 'brand_id' | 'group_id'; id: string }

export type Log = {
  debug: (data: object, text?: string) => void
  info: (data: object, text?: string) => void
  warn: (data: object, text?: string) => void
  error: (data: object, text?: string) => void
}

/** When a decision asks, and whether its session must be confirmed then too. */
type Hold = { when: Decides; reauth: boolean }

/** A row that an import wrote: its id as the trail has it, and whether it is new. */
export type SavedRow = { id: string; made: boolean }

export type Ctx = {
  /** The transaction of a write, or the pool of a read. */
  db: Queryable
  actor: Actor
  scope: Scope
  /** Hash of the session's token; work of the server itself has none. */
  session?: string
  /** Its transactions ask for session and rights once more, under a lock (D3-SEC-12). */
  hold?: Hold
  /** Session and rights of now, for what waits or reads for long; throws when one of both has ended. */
  still?: () => Promise<Pick<Ctx, 'actor' | 'scope'>>
  requestId: string
  /** Names what several requests or transactions do together; the request by default, '' for each transaction. */
  act?: string
  /** The page that a write claims to come from; only stored in its audit entries, never fetched (D2-Q-30). */
  origin?: string
  log: Log
  /** Cells or a form written by hand, which one may take back, or that taking back (D3-GRID-04). */
  step?: 'hand' | 'undo'
  /** Takes note of the rows that an import writes, in the file's order, so that it can be taken back (D3-FILE-05). */
  wrote?: SavedRow[]
  /** The phone sent with the call exceeds the caller's daily limit: nothing derived from it may be revealed. */
  untold?: true
  /** Why a customer who does not want it is reached all the same (`ly_do_van_lam`, D3-RULE-05). */
  insists?: string
  /** A package without a price is meant (`goi_khong_gia`, D3-OTP-08). */
  unpriced?: true
  /**
   * Publishes that rows changed; after the commit the screens get the resource name only. `onFloor` says of which
   * accounts alone the floor has changed: of anybody by default, [] when it looks the same.
   */
  publish: (changed: Changed, onFloor?: readonly string[]) => void
  /** Runs after the commit; never for a failed transaction. */
  after: (work: () => void) => void
  services: Services
}

/** Shared services of the process, created at start. */
export type Services = {
  pool: Pool
  /** For what only reads: it goes on while all of `pool` wait for something. */
  readers: Readers
  /** For exports, whose cursors hold a connection for long. */
  longPool: Pool
  /** For long reads that a replica may answer. */
  reads: ReadSide
  /** An export is aborted when its reader takes nothing for this long, in ms; default 120,000. */
  exportIdleMs?: number
  /** Notifies screens and followers within the server that rows of a resource changed; `onFloor` as in the context. */
  publish: (changed: Changed, onFloor?: readonly string[]) => void
  /** What the floors that this process keeps have to read again. */
  floorChanges: FloorChanges
  /** Totals of big lists; `publish` invalidates them. */
  totals: TotalMemory
  notify: (userId: string, event: 'job' | 'handEmptied', payload: object) => void
  /** Notification to an audience; call it in `ctx.after`, so that nothing rolled back is announced. */
  announce: (to: Audience, content: string) => void
  log: Log
  jobs: { enqueue: (name: string, data: object) => Promise<void> }
  dataDir: string
  /** Production: demo-only actions are refused, and accounts with one of these password hashes are reported. */
  production?: boolean
  demoHashes?: readonly string[]
  /** Absent: look-ups answer that the carrier is not configured (D1-Q-100). */
  carrier?: Carrier
  lookup: LookupConfig
  /** Absent: no key is configured, so no secret can be stored. */
  secrets?: Secrets
}
