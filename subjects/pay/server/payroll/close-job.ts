/** Closes in the background the month that somebody asked for, in whichever process that was (D3-PAY-05). */
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
import { askedNow, closingOf, fulfil, giveUp, noteStep, type Asked } from './close-asked.ts'
import { requireClosable } from './close-order.ts'
import { withPayScope } from '../reports/pay-scope.ts'

/** How often a process looks whether a month was asked for, in ms: a small month is closed as soon as that. */
const everyMs = 300
/** Longest time of a statement, in ms: a million lines take a twentieth of it (subjects/pay/decisions/payroll-close.md). */
const longestStatementMs = 180_000
/** So often the work is begun: a server that dies of it must not do so for ever. */
const mostTries = 5

/** Shows the step beside the transaction, whose writes nobody sees before its end. Without a free connection it is not shown. */
const show = (step: 1 | 2 | 3, asked: Asked, { services: { pool, log } }: Ctx): Promise<void> =>
  noteStep(step, asked, pool).catch((error: unknown) =>
    log.warn({ error: String(error) }, 'step of a closing'),
  )

/** Keeps the month as it is at one moment. */
async function keep(asked: Asked, ctx: Ctx): Promise<void> {
  const { thang, ly_do } = asked
  const { db, actor } = ctx
  await show(1, asked, ctx)
  const work = JSON.stringify(await requireClosable(thang, ly_do, ctx))
  await show(2, asked, ctx)
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT keep_payroll(${thang}::date, ${JSON.stringify(payrollDefaults)}::jsonb, ${actor.username}, ${ly_do},
      ${work}::jsonb) AS id`)
  await show(3, asked, ctx)
  await db.query(sql`SELECT require_recomputed(${rows[0]?.id}::uuid)`)
  await fulfil(asked, db)
  const name = formatMonth(thang)
  await audit(ctx, { action: 'close', resource: 'chotluong', resourceId: name, after: { ly_do } })
  ctx.publish('tinhluong')
  await db.query(sql`SELECT tell_closed(${rows[0]?.id}::uuid)`)
  await ringEnded(actor.username, { resource: 'chotluong', text: closeTexts.done(name) }, db)
}

/** Closes the month in one transaction; false when another process is at it or something else has to end first. */
async function closeOnce(first: Asked, services: Services): Promise<boolean> {
  if (first.lan >= mostTries) throw new AppError('INTERNAL', closeTexts.broken)
  const who = { userId: first.user_id, may: 'managesPay' } as const
  const owner = await doerOf(closingOf(first.request_id), who, services.pool)
  if (!owner) throw new AppError('FORBIDDEN', closeTexts.lostRight)
  return inTransaction(services, { ...withPayScope(owner), requestId: first.request_id }, async (ctx) => {
    if (!(await tryLockMonths(ctx.db))) return false
    // Another process may have closed it between both looks.
    const asked = await askedNow(ctx.db)
    if (asked?.request_id !== first.request_id) return false
    await ctx.db.query(sql`SELECT set_config('statement_timeout', ${String(longestStatementMs)}, true)`)
    await keep(asked, ctx)
    return true
  })
}

/**
 * Closes the month that was asked for; a refusal leaves it open and is told to who asked. Throws when the database has
 * no time or is gone: the month is tried again.
 */
export async function closeAsked(services: Services): Promise<void> {
  const asked = await askedNow(services.pool)
  if (!asked) return
  try {
    await closeOnce(asked, services)
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.code === 'BUSY') throw error
    const name = formatMonth(asked.thang)
    if (refusal.code === 'INTERNAL') services.log.error({ err: error, month: name }, 'closing a month failed')
    const why = refusal.code === 'INTERNAL' ? closeTexts.broken : refusal.message
    const given = await withTransaction(services.pool, async (db) => {
      if (!(await giveUp(asked, why, db))) return false
      await ringEnded(
        asked.username,
        { resource: 'chotluong', text: closeTexts.stayedOpen(name, why), failed: true },
        db,
      )
      return true
    })
    if (!given) return
    services.publish('tinhluong')
  }
}

/** Looks from now on; answers how to stop. */
export const keepClosing = (services: Services): (() => Promise<void>) =>
  runPeriodically({ name: 'closing a month', everyMs, run: () => closeAsked(services) }, services.log)
