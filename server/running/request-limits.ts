/** Rate limits of requests, with their reasons, in one table. */
import type { Config } from './config.ts'

/** Points per period of seconds. */
export type Limit = { points: number; seconds: number }

/**
 * By account, on routes that name them. Business limits (look-ups an hour, phone searches a day, wrong passwords) are
 * counted in their own tables, concurrency by slots (kit/export-slots.ts, workflows/bulk/write-rows.ts).
 */
const byUser = {
  /** People export a sheet and read it; a script that exports every half minute copies the data piecewise. */
  export: { points: 20, seconds: 600 },
  /** Each parses up to 64 MB in a worker; a day has a handful of files. */
  upload: { points: 30, seconds: 600 },
  /** Each writes up to hundreds of rows one by one. */
  bulk: { points: 60, seconds: 60 },
  /** Events of the live channel: a screen sends one now and then; 20 a second is a malfunction. */
  live: { points: 40, seconds: 2 },
} as const satisfies Record<string, Limit>

/** By address, only for requests without a live session: 500 people may share one office address. */
const byAddress = {
  /**
   * All 500 people of an office signing in within one minute, twice: 16 a second, a quarter of the hashing capacity.
   * Known devices are counted separately.
   */
  signIn: { points: 1_000, seconds: 60 },
  /** Ended tokens of 500 screens in the morning, each retried several times before its user signs in again. */
  badToken: { points: 6_000, seconds: 60 },
  /**
   * Shop pages and order attempts: a visitor opens one every few seconds, with ten visitors per address. The orders
   * themselves are limited in routines/sim-orders.sql.
   */
  shop: { points: 300, seconds: 60 },
  /** Orders refused because the phone has three: a customer sees that once, somebody probing phones again and again. */
  fullPhone: { points: 10, seconds: 86_400 },
} as const satisfies Record<string, Limit>

export type UserLimit = keyof typeof byUser
export type LimitName = 'api' | UserLimit | keyof typeof byAddress

/** Limits of an installation; null switches all off. `api` counts every request of a user. */
export function limitsOf({ perSecond, burst }: Config['rate']): Record<LimitName, Limit> | null {
  if (perSecond === 0) return null
  return { api: { points: burst, seconds: burst / perSecond }, ...byUser, ...byAddress }
}
