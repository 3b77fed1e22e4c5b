/** Rate limits of requests, with their reasons, in one table. */
import type { Config } from './config.ts'

/** Points per period of seconds. */
export type Limit = { points: number; seconds: number }

/**
 * By account, on routes that declare them. Business limits (look-ups per hour, phone searches per day, wrong passwords)
 * are counted in their own tables, concurrency by slots (kit/server/export-slots.ts, platform/server/bulk/write-rows.ts).
 */
const byUser = {
  /** People export a spreadsheet and read it; a script that exports every half minute copies the data piecewise. */
  export: { points: 20, seconds: 600 },
  /** Each parses up to 64 MB in a worker; a day has a handful of files. */
  upload: { points: 30, seconds: 600 },
  /** Each writes up to hundreds of rows one by one. */
  bulk: { points: 60, seconds: 60 },
  /** Events of the live channel: a screen sends one now and then; 20 per second indicate a malfunction. */
  live: { points: 40, seconds: 2 },
} as const satisfies Record<string, Limit>

/** By address, only for requests without a live session: 500 people may share one office address. */
const byAddress = {
  /**
   * All 500 people of an office signing in within one minute, twice: 16 per second, a quarter of the hashing capacity.
   * Known devices are counted separately.
   */
  signIn: { points: 1_000, seconds: 60 },
  /** Expired tokens of 500 screens in the morning, each retried several times before its user signs in again. */
  badToken: { points: 6_000, seconds: 60 },
  /**
   * Shop pages and order attempts: a visitor opens one every few seconds, with ten visitors per address. The orders
   * themselves are limited in subjects/sims/sql/sim-orders.sql.
   */
  shop: { points: 300, seconds: 60 },
  /** Orders refused because the phone has three: a customer sees that once, someone probing phones repeatedly. */
  fullPhone: { points: 10, seconds: 86_400 },
} as const satisfies Record<string, Limit>

/** Connections, and bytes of bodies, in use at one time. */
export type Hold = { connections: number; bytes: number }

/**
 * What clients without a session may occupy of a process, by their network (running/strangers.ts, D3-SEC-14). Clients
 * from an address with a signed-in user are not counted.
 */
export const strangers = {
  /** 600 people behind one address sign in at once, each with a browser's six connections and the longest body of a public route. */
  address: { connections: 4_000, bytes: 10_000_000 },
  /** A /24, for IPv6 a /56: one such office, and half of another. */
  network: { connections: 6_000, bytes: 16_000_000 },
  /** Bodies above `small` together, so that signed pushes from all senders take no more; their senders retry. */
  all: { connections: Infinity, bytes: 32_000_000 },
  small: 2_000,
  /** How long after its last request with a session an address stays known: screens poll every few minutes. */
  knownMs: 3_600_000,
} as const
export type StrangerLimits = Record<'address' | 'network' | 'all', Hold> & { small: number; knownMs: number }

export type UserLimit = keyof typeof byUser
export type LimitName = 'api' | UserLimit | keyof typeof byAddress

/** Limits of an installation; null switches all off. `api` counts every request of a user. */
export function limitsOf({ perSecond, burst }: Config['rate']): Record<LimitName, Limit> | null {
  if (perSecond === 0) return null
  return { api: { points: burst, seconds: burst / perSecond }, ...byUser, ...byAddress }
}
