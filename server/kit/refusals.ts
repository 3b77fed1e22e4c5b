/** Turns what went wrong into what the user is told. */
import { AppError } from '../../contract/kit/error.ts'
import { messages } from '../../contract/messages.ts'

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

const isNotNow = (code: string | undefined, message: string): boolean =>
  (code !== undefined && (lost.includes(code) || notNow.test(code))) || cut.test(message)

/** A check, an emptiness, a form, a range, a date, and characters that PostgreSQL does not take (NUL, half a surrogate pair). */
const notStorable = new Set(['23514', '23502', '22P02', '22003', '22008', '22021', '22P05'])

/** The refusal for any error: our own as it is, PostgreSQL's and the server's by their code, all else INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error))
    return new AppError('INTERNAL', messages.unknownError, { inner: String(error) })
  const { code, column, statusCode, constraint } = error as Error & {
    code?: string
    column?: string
    statusCode?: number
    constraint?: string
  }
  const inner = `${code ?? ''} ${constraint ?? ''} ${error.message}`
  // Raised by our own routines, in the words for the user.
  if (code === 'VD400')
    return new AppError('VALIDATION', error.message, column ? { fields: { [column]: error.message } } : {})
  if (code === 'VD409') return new AppError('CONFLICT', error.message)
  if (code === '23505') return new AppError('CONFLICT', 'Bản ghi bị trùng với một bản ghi đã có', { inner })
  if (code === '23503') return new AppError('CONFLICT', 'Bản ghi đang được dùng ở nơi khác', { inner })
  if (code && notStorable.has(code)) {
    const fields = column === undefined ? {} : { fields: { [column]: messages.invalidValue } }
    return new AppError('VALIDATION', messages.invalidValue, { inner, ...fields })
  }
  if (code === '53100' || code === 'ENOSPC')
    return new AppError('BUSY', messages.diskFull, { inner, retryAfter: 60 })
  if (isNotNow(code, error.message)) return new AppError('BUSY', messages.busy, { inner, retryAfter: 2 })
  if (statusCode === 413) return new AppError('TOO_LARGE', 'Nội dung gửi lên quá lớn', { inner })
  if (statusCode === 415) return new AppError('UNSUPPORTED', messages.invalid, { inner })
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('VALIDATION', messages.invalid, { inner })
  return new AppError('INTERNAL', messages.unknownError, { inner })
}
