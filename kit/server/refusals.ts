/** Converts errors into messages for the user. */
import { AppError } from '#kit/contract/error.ts'
import { messages } from '#platform/contract/messages.ts'
import { refusals } from '#platform/contract/refusals.ts'
import { UNKNOWN } from '#platform/server/db/commits.ts'
import { isNotNow } from '#platform/server/db/not-now.ts'

/** Check, not-null, syntax, range and date errors, and characters that PostgreSQL refuses (NUL, half a surrogate pair). */
const notStorable = new Set(['23514', '23502', '22P02', '22003', '22008', '22021', '22P05'])

/** The refusal for any error: an AppError unchanged, PostgreSQL's and the server's by code, others INTERNAL. */
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
  // Raised by our own routines, with a message for the user.
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
    return new AppError('BUSY', refusals.diskFull, { inner, retryAfter: 60 })
  if (code === UNKNOWN) return new AppError('BUSY', refusals.maybeSaved, { inner, retryAfter: 2 })
  // Read-only: a standby, a database set to read-only, or a full disk.
  if (code === '25006') return new AppError('BUSY', refusals.onlyReading, { inner, retryAfter: 2 })
  if (isNotNow(code, error.message)) return new AppError('BUSY', refusals.busy, { inner, retryAfter: 2 })
  if (statusCode === 413) return new AppError('TOO_LARGE', 'Nội dung gửi lên quá lớn', { inner })
  if (statusCode === 415) return new AppError('UNSUPPORTED', messages.invalid, { inner })
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('VALIDATION', messages.invalid, { inner })
  return new AppError('INTERNAL', messages.unknownError, { inner })
}
