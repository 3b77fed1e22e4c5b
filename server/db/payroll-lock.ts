/** What closes or reopens payroll months, or changes the parameters they are calculated with, excludes each other. */
import sql from 'sql-template-tag'
import { AppError } from '../../contract/kit/error.ts'
import { isObject } from '../../contract/kit/is-object.ts'
import { closeTexts } from '../../contract/workflows/payroll-close.ts'
import type { Queryable } from './pool.ts'

/**
 * Waits until no month is closed or reopened, and keeps it so to the end of the transaction; changes of parameters go beside each
 * other (`shared`). CONFLICT when the wait is too long.
 */
export async function lockMonths(db: Queryable, mode: 'alone' | 'shared'): Promise<void> {
  const key = sql`hashtextextended('chotluong', 0)`
  try {
    await db.query(
      mode === 'alone'
        ? sql`SELECT pg_advisory_xact_lock(${key})`
        : sql`SELECT pg_advisory_xact_lock_shared(${key})`,
    )
  } catch (error) {
    if (isObject(error) && error.code === '55P03') throw new AppError('CONFLICT', closeTexts.busy)
    throw error
  }
}
