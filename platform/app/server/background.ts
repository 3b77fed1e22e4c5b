/** Background work of a process besides its jobs: upkeep, scans, feeds, orders to partners. */
import type { Config } from '#platform/server/running/config.ts'
import { foldBalances } from './jobs.ts'
import { keepTerms } from './search-terms.ts'
import type { Pool } from '#platform/server/db/pool.ts'
import { openBankFeed } from '#platform/server/gateways/bank/http-bank.ts'
import { openCarrier } from '#platform/server/gateways/carrier/http-carrier.ts'
import { openProvider } from '#platform/server/gateways/provider/http-provider.ts'
import type { Services } from '#kit/server/context.ts'
import { keepReading, type Feed } from '#platform/server/feeds/feed.ts'
import { transferFeed } from '#subjects/money/server/bank/transfer-feed.ts'
import { keepEntries } from '#subjects/numbers/server/data/end-entries.ts'
import { keepInvitations } from '#subjects/registrations/server/invite/upkeep.ts'
import { keepFloor } from '#subjects/calling/server/floor/keep-floor.ts'
import { watchClocks } from '#subjects/money/server/mfy/expire.ts'
import { keepSealing } from '#platform/server/trail/seal.ts'
import { keepBalances } from '#subjects/registrations/server/offers/ask-balances.ts'
import { keepClosing } from '#subjects/pay/server/payroll/close-job.ts'
import { keepHandingOver } from '#subjects/money/server/providers/send-orders.ts'
import { keepRadar } from '#subjects/pay/server/radar/keep-radar.ts'
import { resultFeed } from '#subjects/registrations/server/results/result-feed.ts'
import { keepMatching } from '#subjects/pay/server/revenue/match-anew.ts'
import { keepRecycling } from '#subjects/calling/server/recycling/plan.ts'
import { keepScanning } from '#subjects/scans/server/scans/scan-numbers.ts'
import { watchSims } from '#subjects/sims/server/sims/clock.ts'

const upkeep = [
  foldBalances,
  keepSealing,
  keepInvitations,
  keepBalances,
  watchClocks,
  watchSims,
  keepMatching,
  keepRecycling,
  keepRadar,
  keepClosing,
  keepFloor,
  keepEntries,
  keepTerms,
]

/** The feeds that are configured. */
function feedsOf({ bank: { feed: bank } }: Config, { carrier }: Services): Feed[] {
  return [
    ...(carrier ? [resultFeed(carrier)] : []),
    ...(bank ? [transferFeed(openBankFeed(bank), bank.everySeconds)] : []),
  ]
}

/** Client with a circuit breaker that never opens: scans pause by themselves, and their failures must not block users' calls. */
const scanned = ({ carrier }: Config, { log }: Services) =>
  carrier && {
    carrier: openCarrier(carrier, log, { allows: () => true, succeeded: () => {}, failed: () => {} }),
    timeoutMs: carrier.timeoutMs,
  }

/** Starts all background work; returns how to stop each part. */
export async function keepWorking(
  services: Services,
  config: Config,
  scanPool: Pool,
): Promise<Record<string, () => Promise<void>>> {
  const partners = new Map(config.partners.map((partner) => [partner.name, openProvider(partner)]))
  const stops = [
    ...upkeep.map((keep) => keep(services)),
    keepScanning({ ...services, pool: scanPool }, scanned(config, services)),
    ...feedsOf(config, services).map((feed) => keepReading(services, feed)),
    await keepHandingOver(services, partners),
  ]
  return Object.fromEntries(stops.map((stop, index) => [`work ${index}`, stop]))
}
