/** A token bucket per user, in this process. */
import { AppError } from '../../contract/kit/error.ts'

const buckets = new Map<string, { tokens: number; at: number }>()
/** Buckets kept at most; a full bucket is the same as none, so forgetting the oldest is safe. */
const most = 10_000

/** Takes one token of `who`; throws RATE_LIMITED when none is left. `perSecond` 0 switches the limit off. */
export function takeToken(who: string, rate: { perSecond: number; burst: number }): void {
  if (rate.perSecond === 0) return
  const now = performance.now()
  const bucket = buckets.get(who) ?? { tokens: rate.burst, at: now }
  bucket.tokens = Math.min(rate.burst, bucket.tokens + ((now - bucket.at) / 1000) * rate.perSecond)
  bucket.at = now
  if (bucket.tokens < 1) {
    throw new AppError('RATE_LIMITED', 'Thao tác quá nhanh, chờ một chút rồi thử lại', { retryAfter: 1 })
  }
  bucket.tokens -= 1
  buckets.delete(who)
  buckets.set(who, bucket)
  if (buckets.size > most) {
    const oldest = buckets.keys().next().value
    if (oldest !== undefined) buckets.delete(oldest)
  }
}
