/** Closes the requested month in the background, in whichever process (D3-PAY-05). */
import sql from 'sql-template-tag'
import { AppError } from '#kit/contract/error.ts'
import { formatMonth } from '#kit/contract/month.ts'
import { payrollDefaults } from '#subjects/pay/contract/payroll-settings.ts'
import { closeTexts } from '#subjects/pay/contract/calls/payroll-close.ts'
import { tryLockMonths } from '#platform/server/db/payroll-lock.ts'
import { withTransaction } from '#platform/server/db/pool.ts'
import { audit } from '#kit/server/audit.ts'
import { ringEnded } from '#kit/server/bell.ts'
import type { Ctx, Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { toAppError } from '#kit/server/refusals.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { doerOf } from '#platform/server/accepted-work.ts'
import {
  currentCloseRequest,
  closingOf,
  deleteCloseRequest,
  failCloseRequest,
  noteStep,
  type CloseRequest,
} from './close-request.ts'
import { requireClosable } from './close-order.ts'
import { withPayScope } from '../reports/pay-scope.ts'

/** Polling interval for requests, in ms; also the delay for closing a small month. */
const everyMs = 300
/** Statement timeout in ms: a million lines take a twentieth of it (subjects/pay/decisions/payroll-close.md). */
const longestStatementMs = 180_000
/** Maximum attempts, so that a closing that crashes the server is not retried for ever. */
const mostTries = 5

/** Writes the step outside the transaction, as its writes are invisible before the commit. Skipped without a free connection. */
const show = (step: 1 | 2 | 3, request: CloseRequest, { services: { pool, log } }: Ctx): Promise<void> =>
  noteStep(step, request, pool).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'step of a closing'),
  )

/** Stores the month as of one moment. */
async function keep(request: CloseRequest, ctx: Ctx): Promise<void> {
  const { thang, ly_do } = request
  const { db, actor } = ctx
  await show(1, request, ctx)
  const work = JSON.stringify(await requireClosable(thang, ly_do, ctx))
  await show(2, request, ctx)
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT keep_payroll(${thang}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${actor.username}, ${ly_do},
      ${work}::jsonb) AS id`)
  await show(3, request, ctx)
  await db.query(sql`SELECT require_recomputed(${rows[0]?.id}::uuid)`)
  await deleteCloseRequest(request, db)
  const name = formatMonth(thang)
  await audit(ctx, { action: 'close', resource: 'chotluong', resourceId: name, after: { ly_do } })
  ctx.publish('tinhluong')
  await db.query(sql`SELECT tell_closed(${rows[0]?.id}::uuid)`)
  await ringEnded(actor.username, { resource: 'chotluong', text: closeTexts.done(name) }, db)
}

/** Closes the month in one transaction; false when another process does, or another transaction must end first. */
async function closeOnce(first: CloseRequest, services: Services): Promise<boolean> {
  if (first.lan >= mostTries) throw new AppError('INTERNAL', closeTexts.broken)
  const requester = { userId: first.user_id, may: 'managesPay' } as const
  const owner = await doerOf(closingOf(first.request_id), requester, services.pool)
  if (!owner) throw new AppError('FORBIDDEN', closeTexts.lostRight)
  return inTransaction(services, { ...withPayScope(owner), requestId: first.request_id }, async (ctx) => {
    if (!(await tryLockMonths(ctx.db))) return false
    // Another process may have closed it since the first check.
    const request = await currentCloseRequest(ctx.db)
    if (request?.request_id !== first.request_id) return false
    await ctx.db.query(sql`SELECT set_config('statement_timeout', ${String(longestStatementMs)}, true)`)
    await keep(request, ctx)
    return true
  })
}

/**
 * Closes the requested month; on a refusal the month stays open and the requester is notified. Throws on timeouts and connection errors, so
 * that it is retried.
 */
export async function runCloseRequest(services: Services): Promise<void> {
  const request = await currentCloseRequest(services.pool)
  if (!request) return
  try {
    await closeOnce(request, services)
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.code === 'BUSY') throw error
    const name = formatMonth(request.thang)
    if (refusal.code === 'INTERNAL') services.log.error({ err: error, month: name }, 'closing a month failed')
    const reason = refusal.code === 'INTERNAL' ? closeTexts.broken : refusal.message
    const hasEnded = await withTransaction(services.pool, async (db) => {
      if (!(await failCloseRequest(request, reason, db))) return false
      await ringEnded(
        request.username,
        { resource: 'chotluong', text: closeTexts.stayedOpen(name, reason), failed: true },
        db,
      )
      return true
    })
    if (!hasEnded) return
    services.publish('tinhluong')
  }
}

/** Starts the job; returns a function that stops it. */
export const keepClosing = (services: Services): (() => Promise<void>) =>
  runPeriodically({ name: 'closing a month', everyMs, run: () => runCloseRequest(services) }, services.log)
