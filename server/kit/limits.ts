/** How often something may be asked, by whom, and why: every limit of requests in one table. */
import type { Config } from '../running/config.ts'

/** So many points within so many seconds. */
export type Limit = { points: number; seconds: number }

/**
 * By account, at the route that names them. What the business allows (look-ups an hour, phone searches a day, wrong
 * passwords) is counted in tables of its own, and what may be under way at once is held by slots (export-slots.ts,
 * bulk.ts).
 */
const byUser = {
  /** A person asks for a sheet and reads it; a script that asks every half minute is taking the data away in pieces. */
  export: { points: 20, seconds: 600 },
  /** Each reads up to 64 MB in a worker; a day's files come in a handful. */
  upload: { points: 30, seconds: 600 },
  /** Each writes up to hundreds of rows one after the other. */
  bulk: { points: 60, seconds: 60 },
  /** Events of the live channel: a screen asks once in a while, 20 a second is a program out of hand. */
  live: { points: 40, seconds: 2 },
} as const satisfies Record<string, Limit>

/** By address, for requests without a live session alone: 500 people behind one office address each have one. */
const byAddress = {
  /**
   * All 500 people of an office signing in within the same minute, twice: 16 a second, a quarter of what is hashed. A
   * device that has signed in to the account before counts by itself.
   */
  signIn: { points: 1_000, seconds: 60 },
  /** Dead tokens of 500 screens after a night, each asking several times before its user signs in again. */
  badToken: { points: 6_000, seconds: 60 },
  /**
   * Pages of numbers for sale, and tries to order one: a reader turns one every few seconds, ten readers behind one address.
   * The orders themselves are bounded by routines/sim-orders.sql.
   */
  shop: { points: 300, seconds: 60 },
  /** Orders refused because the phone has three: a customer meets it once, who tries phones to learn of them again and again. */
  fullPhone: { points: 10, seconds: 86_400 },
} as const satisfies Record<string, Limit>

export type UserLimit = keyof typeof byUser
export type LimitName = 'api' | UserLimit | keyof typeof byAddress

/** The limits of an installation; null switches all of them off. `api` is every request of a user. */
export function limitsOf({ perSecond, burst }: Config['rate']): Record<LimitName, Limit> | null {
  if (perSecond === 0) return null
  return { api: { points: burst, seconds: burst / perSecond }, ...byUser, ...byAddress }
}
