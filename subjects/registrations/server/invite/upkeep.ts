/** Background job of invitations: expires codes, and queries lost answers until they are known (D3-OTP-02, 03). */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { inviteTexts } from '#subjects/registrations/contract/calls/invite.ts'
import type { Carrier } from '#platform/server/gateways/carrier/carrier.ts'
import { changeRows } from '#kit/server/audit.ts'
import type { Services } from '#kit/server/context.ts'
import { runPeriodically } from '#platform/server/running/periodic.ts'
import { asSystem } from '#kit/server/system.ts'
import { askOutcome } from './ask-outcome.ts'
import { failOrders, publishRow, type Source } from './orders.ts'
import { settle } from './settle.ts'
import { withoutDigits } from './strike.ts'

/** Interval in ms. */
const everyMs = 2_000

/** Expires overdue codes, including those that the carrier never sent. */
export const expireOrders = (services: Services): Promise<unknown> =>
  asSystem(services, randomUUID(), (ctx) =>
    failOrders(
      sql`o.history_id IN (
        SELECT history_id FROM invitation_orders WHERE attempt IS NULL AND expires_at <= now()
        ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      sql`CASE WHEN o.order_code IS NULL THEN ${inviteTexts.unsent} ELSE ${inviteTexts.expired} END`,
      ctx,
    ),
  )

/** Ends waiting history rows without an open order: left by an import or a crashed process, they can never be confirmed. */
export const endLeftBehind = (services: Services): Promise<unknown> =>
  asSystem(services, randomUUID(), async (ctx) => {
    const changed = changeRows(ctx, 'update', 'invitation_history', {
      table: 'invitation_history',
      where: sql`t.id IN (
        SELECT n.id FROM invitation_history n
        WHERE n.status = 'NONE' AND n."genDate" < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM invitation_orders o WHERE o.history_id = n.id)
        ORDER BY n."genDate" LIMIT 100 FOR UPDATE SKIP LOCKED)`,
      set: sql`status = 'FAILD', version = t.version + 1,
        result = CASE t.source WHEN '9332' THEN ${inviteTexts.neverKnown} ELSE ${inviteTexts.expired} END`,
    })
    const { rows } = await ctx.db.query<{ source: Source }>(sql`WITH ${changed} SELECT source FROM changed`)
    for (const { source } of rows) publishRow(source, ctx)
  })

type Lost = { attempt: string; phone: string }

/**
 * The request waiting longest for its answer, if due; each try postpones the next one, up to 5 minutes. So only one process queries it, and
 * another takes over after a crash.
 */
async function nextLost({ pool }: Pick<Services, 'pool'>): Promise<Lost | undefined> {
  const { rows } = await pool.query<Lost>(sql`
    UPDATE invitation_orders o SET asked = o.asked + 1,
      ask_at = now() + least(300, 30 * 2 ^ least(o.asked, 8)) * interval '1 second'
    FROM invitation_history h
    WHERE h.id = o.history_id AND o.history_id = (
      SELECT history_id FROM invitation_orders WHERE attempt IS NOT NULL AND ask_at <= now()
      ORDER BY ask_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING o.attempt, h.msisdn AS phone`)
  return rows[0]
}

/** Queries the carrier about every due request; returns how many outcomes became known. */
export async function askAboutLost(
  services: Services,
  carrier: Carrier,
  signal?: AbortSignal,
): Promise<number> {
  let settledCount = 0
  while (!signal?.aborted) {
    const lost = await nextLost(services)
    if (!lost) return settledCount
    const { attempt, phone } = lost
    const answer = await askOutcome(carrier, attempt, phone)
    if (!answer) continue
    await asSystem(services, randomUUID(), (ctx) => settle(attempt, answer, withoutDigits, ctx))
    settledCount += 1
  }
  return settledCount
}

/** Starts the job; returns a function that stops it. */
export function keepInvitations(services: Services): () => Promise<void> {
  const { carrier, log } = services
  const run = async (signal: AbortSignal) => {
    await expireOrders(services)
    await endLeftBehind(services)
    if (carrier) await askAboutLost(services, carrier, signal)
  }
  return runPeriodically({ name: 'looking after invitations', everyMs, run }, log)
}
