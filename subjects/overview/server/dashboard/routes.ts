/** Routes of the dashboard, all read-only. */
import type { Dashboard, DashboardPeriod } from '#subjects/overview/contract/calls/dashboard.ts'
import { dashboard, dashboardHours, demoAccounts } from '#subjects/overview/contract/calls/dashboard.ts'
import { can } from '#platform/contract/abilities.ts'
import { handle } from '#kit/server/call.ts'
import type { Ctx, Scope } from '#kit/server/context.ts'
import type { Api } from '#kit/server/handle.ts'
import { withPayScope } from '#subjects/pay/server/index.ts'
import { appointments, readFunnel, hours } from './care.ts'
import { openToAll } from './demo-accounts.ts'
import { files } from './files.ts'
import { ownRank, ranking } from './ranking.ts'
import { scopeOf } from './scope.ts'
import { revenue } from './revenue.ts'
import { spansOf, type Spans } from './spans.ts'
import { waiting } from './waiting.ts'

type DashboardInput = { period?: DashboardPeriod | undefined; team?: string | undefined }

/**
 * Reads everything sequentially on one connection: a self-refreshing screen takes no more, and on a busy server waits for a connection
 * once, not for each statement.
 */
async function read(input: DashboardInput, ctx: Ctx): Promise<Dashboard> {
  const db = await ctx.services.readers.connect()
  try {
    return await figures(input, { ...ctx, db })
  } finally {
    db.release()
  }
}

type Registered = Record<'registered' | 'registeredBefore', number>

/** The funnel of the period with the same days of the previous one; null for comparison days without any activity (D3-ONE-02). */
async function careOf(
  spans: Spans,
  reach: Scope,
  { registered, registeredBefore }: Registered,
  ctx: Ctx,
): Promise<Dashboard['care']> {
  const before = { ...(await readFunnel(spans.before, reach, ctx)), registered: registeredBefore }
  return {
    ...(await readFunnel(spans.days, reach, ctx)),
    registered,
    before: Object.values(before).some((count) => count > 0) ? { ...spans.before, ...before } : null,
  }
}

async function figures({ period = 'month', team }: DashboardInput, ctx: Ctx): Promise<Dashboard> {
  const now = new Date()
  const spans = spansOf(period, now)
  const reach = await scopeOf(team, ctx)
  // The same scope as lists of revenue lines for managers of pay (D3-ACC-01).
  const earning = await scopeOf(team, withPayScope(ctx))
  const { registered, registeredBefore, ...earned } = await revenue(spans, earning, ctx)
  const calls = can(ctx.actor, 'calls')
  const sees = can(ctx.actor, 'seesRevenue')
  return {
    at: now.toISOString(),
    period: spans.days,
    ...(sees ? earned : { doanhThu: null, compared: null, month: null, today: null, days: [] }),
    care: calls ? await careOf(spans, reach, { registered, registeredBefore }, ctx) : null,
    appointments: calls ? await appointments(spans, reach, ctx) : null,
    waiting: await waiting(ctx),
    ranking: await ranking(spans, earned.doanhThu, earning, ctx),
    ownRank: await ownRank(spans, ctx),
    files: await files(reach, ctx),
  }
}

export function serveDashboard(api: Api): void {
  handle(api, dashboard, (ctx, input) => read(input, ctx))
  handle(api, dashboardHours, async (ctx, { team }) => hours(await scopeOf(team, ctx), ctx))
  handle(api, demoAccounts, async ({ db, services }) => ({
    values: await openToAll(db, services.demoHashes),
  }))
}
