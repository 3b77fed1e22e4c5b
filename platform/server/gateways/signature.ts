/** Signature of a webhook: HMAC-SHA256 over time and body (docs/providers.md). */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Largest clock difference, and time in which a recorded request could be replayed, in seconds. */
const signatureSeconds = 300

/** The value of a signature header for `body` sent at `seconds` since 1970. */
export function sign(secret: string, seconds: number, body: string | Buffer): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${digest}`
}

/** Whether `header` is a valid recent signature of `body`; compared in constant time. */
export function isSigned(
  header: unknown,
  body: Buffer,
  { secret, now = Date.now() }: { secret: string; now?: number },
): boolean {
  const [, time, digest] =
    typeof header === 'string' ? (/^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []) : []
  if (time === undefined || digest === undefined) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(expected, Buffer.from(digest, 'hex'))) return false
  return Math.abs(now / 1000 - Number(time)) <= signatureSeconds
}
