/** Mutual exclusion of closing and reopening payroll months and of changing their parameters. */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { isObject } from '#kit/contract/is-object.ts'
import { closeTexts } from '#subjects/pay/contract/calls/payroll-close.ts'
import type { Queryable } from './pool.ts'

const key = sql`hashtextextended('chotluong', 0)`

/** Tries to lock all months until the end of the transaction, without waiting; returns whether it succeeded. */
export async function tryLockMonths(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${key}) AS taken`)
  return rows[0]?.taken === true
}

/**
 * Waits until no month is being closed or reopened, and prevents it until the end of the transaction; changes of
 * parameters do not exclude each other (`shared`). CONFLICT if the wait is too long.
 */
export async function lockMonths(db: Queryable, mode: 'alone' | 'shared'): Promise<void> {
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
