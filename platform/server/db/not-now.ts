/** Temporary errors of the database, by system or PostgreSQL code, or by the driver's message. */

/** Connection errors of the system. */
const lost = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]

/**
 * Temporary errors of PostgreSQL: classes connection (08) and resources (53); shut down, crashed, starting, idle
 * session timeout (57P); cancelled (57014), lock timeout (55P03); read-only, as a standby (25006), idle transaction
 * timeout (25P03); serialization failure or deadlock after the retries of a transaction (40001, 40P01); disk error
 * (58030).
 */
const notNow = /^(08...|53...|57P0.|57014|55P03|25006|25P03|40001|40P01|58030)$/

/** Driver messages without a code. */
const cut =
  /Connection terminated|timeout exceeded when trying|timeout expired|no answer yet|not queryable|Query read timeout/

/** Whether an error means that the database is temporarily unavailable, so that a retry is worthwhile. */
export const isNotNow = (code: string | undefined, message: string): boolean =>
  (code !== undefined && (lost.includes(code) || notNow.test(code))) || cut.test(message)
