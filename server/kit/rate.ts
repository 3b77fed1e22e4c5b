/** Limits of requests, shared by all server processes without a database write for each request. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'
import type { Pool } from '../db/pool.ts'
import type { Limit, LimitName } from './limits.ts'

export type Rates = {
  /** Uses one of the points that `who`, an account id or an address, has; throws RATE_LIMITED when there is none. */
  take: (name: LimitName, who: string) => Promise<void>
}

/** Part of its points that a process hands out before it asks the others. */
const share = 1 / 5

/** A key's points that this process may hand out, and the store it gets more from. */
type Limiter = { own: RateLimiterMemory; common: RateLimiterPostgres; batch: number }

function openLimiter(pool: Pool, name: string, { points, seconds }: Limit): Limiter {
  const batch = Math.max(1, Math.floor(points * share))
  // One batch is free in each process: most people never need another, and cost no write at all.
  const left = points - batch
  const times = { keyPrefix: name, duration: seconds }
  return {
    batch,
    own: new RateLimiterMemory({ ...times, points: batch }),
    common: new RateLimiterPostgres({
      ...times,
      points: left,
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      // Whoever has none left is not asked for again before the stretch is over.
      inMemoryBlockOnConsumed: left + 1,
      // Without the database each process keeps to the limit by itself.
      insuranceLimiter: new RateLimiterMemory({ ...times, points: left }),
    }),
  }
}

/** What the library rejects with is its answer, or an error. */
const isAnswer = (reason: unknown): reason is RateLimiterRes => reason instanceof RateLimiterRes

async function hasOwn({ own }: Limiter, who: string): Promise<boolean> {
  try {
    await own.consume(who)
    return true
  } catch (reason) {
    if (isAnswer(reason)) return false
    throw reason
  }
}

/** Gets a batch for `who` from what all processes share. */
async function refill({ own, common, batch }: Limiter, who: string): Promise<void> {
  try {
    await common.consume(who, batch)
    await own.delete(who)
  } catch (reason) {
    if (!isAnswer(reason)) throw reason
    const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    throw new AppError('RATE_LIMITED', messages.tooFast, { retryAfter })
  }
}

/** Opens the limits of one process; null switches them off. */
export function openRates(pool: Pool, limits: Record<LimitName, Limit> | null): Rates {
  if (!limits) return { take: async () => undefined }
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, openLimiter(pool, name, limit)] as const),
  )
  const refills = new Map<string, Promise<void>>()
  return {
    async take(name, who) {
      const limiter = limiters.get(name)
      if (!limiter) throw new Error(`no limit '${name}'`)
      const key = `${name} ${who}`
      // Those who come while a batch is on its way wait for it; when it is used up, the next of them asks for another.
      while (!(await hasOwn(limiter, who))) {
        const refilling = refills.get(key) ?? refill(limiter, who).finally(() => refills.delete(key))
        refills.set(key, refilling)
        await refilling
      }
    },
  }
}
