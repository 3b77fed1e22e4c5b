/** Rate limits shared by all server processes, without a database write per request. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#kit/contract/error.ts'
import { refusals } from '#platform/contract/refusals.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import type { Limit, LimitName } from '#platform/server/running/request-limits.ts'

export type Rates = {
  /** Takes one point of `holder` (account id or address); throws RATE_LIMITED if none is left. */
  take: (name: LimitName, holder: string) => Promise<void>
}

/** Share of a key's points that a process hands out before asking the shared store. */
const share = 1 / 5

/** Points of a key in this process, and the shared store that refills them. */
type Limiter = { local: RateLimiterMemory; shared: RateLimiterPostgres; batch: number }

function openLimiter(pool: Pool, name: string, { points, seconds }: Limit): Limiter {
  const batch = Math.max(1, Math.floor(points * share))
  // Each process has one batch for free, so that most users never cause a write.
  const pointsLeft = points - batch
  const times = { keyPrefix: name, duration: seconds }
  return {
    batch,
    local: new RateLimiterMemory({ ...times, points: batch }),
    shared: new RateLimiterPostgres({
      ...times,
      points: pointsLeft,
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      // A used-up key is not looked up again before the period ends.
      inMemoryBlockOnConsumed: pointsLeft + 1,
      // If the database is unavailable each process applies the limit on its own.
      insuranceLimiter: new RateLimiterMemory({ ...times, points: pointsLeft }),
    }),
  }
}

/** The library rejects with its result, or with an error. */
const isAnswer = (reason: unknown): reason is RateLimiterRes => reason instanceof RateLimiterRes

async function takeLocal({ local }: Limiter, holder: string): Promise<boolean> {
  try {
    await local.consume(holder)
    return true
  } catch (reason) {
    if (isAnswer(reason)) return false
    throw reason
  }
}

/** Takes a batch for `holder` from the shared store. */
async function refill({ local, shared, batch }: Limiter, holder: string): Promise<void> {
  try {
    await shared.consume(holder, batch)
    await local.delete(holder)
  } catch (reason) {
    if (!isAnswer(reason)) throw reason
    const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    throw new AppError('RATE_LIMITED', refusals.tooFast, { retryAfter })
  }
}

/** Opens the rate limits of one process; null switches them off. */
export function openRates(pool: Pool, limits: Record<LimitName, Limit> | null): Rates {
  if (!limits) return { take: async () => undefined }
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, openLimiter(pool, name, limit)] as const),
  )
  const refills = new Map<string, Promise<void>>()
  return {
    async take(name, holder) {
      const limiter = limiters.get(name)
      if (!limiter) throw new Error(`no limit '${name}'`)
      const key = `${name} ${holder}`
      // Concurrent callers wait for the same batch; when it is used up, the next of them requests another.
      while (!(await takeLocal(limiter, holder))) {
        const refilling = refills.get(key) ?? refill(limiter, holder).finally(() => refills.delete(key))
        refills.set(key, refilling)
        await refilling
      }
    },
  }
}
