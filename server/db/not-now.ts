/** Which errors mean 'not now': by the code of the system or of PostgreSQL, or by what the driver says. */

/** Not now, of the way to the database. */
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
 * The same, in PostgreSQL's words: connections (08) and resources (53) as a class; shut down, crashed, starting, idle for too long
 * (57P); cancelled (57014) or waiting too long for a lock (55P03); read only, as a standby is (25006), idle in a
 * transaction (25P03); met too many others, after the tries of a transaction (40001, 40P01); its own disk (58030).
 */
const notNow = /^(08...|53...|57P0.|57014|55P03|25006|25P03|40001|40P01|58030)$/

/** What the driver says without a code. */
const cut = /Connection terminated|timeout exceeded when trying|not queryable|Query read timeout/

/** Whether an error says that the database is not there for anybody at this moment: worth another try in a while. */
export const isNotNow = (code: string | undefined, message: string): boolean =>
  (code !== undefined && (lost.includes(code) || notNow.test(code))) || cut.test(message)
