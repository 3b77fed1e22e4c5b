/** What a process works on in the background beside its jobs: upkeep, scans, feeds, orders to partners. */
import type { Config } from './running/config.ts'
import { foldBalances } from './jobs.ts'
import type { Pool } from './db/pool.ts'
import { openBankFeed } from './gateways/bank/http-bank.ts'
import { openCarrier } from './gateways/carrier/http-carrier.ts'
import { openProvider } from './gateways/provider/http-provider.ts'
import type { Services } from './kit/context.ts'
import { keepReading, type Feed } from './feeds/feed.ts'
import { transferFeed } from './workflows/bank/transfer-feed.ts'
import { keepEntries } from './workflows/data/end-entries.ts'
import { keepInvitations } from './workflows/invite/upkeep.ts'
import { keepFloor } from './workflows/floor/keep-floor.ts'
import { watchClocks } from './workflows/mfy/expire.ts'
import { keepSealing } from './trail/seal.ts'
import { keepBalances } from './workflows/offers/ask-balances.ts'
import { keepClosing } from './workflows/payroll/close-job.ts'
import { keepHandingOver } from './workflows/providers/send-orders.ts'
import { keepRadar } from './workflows/radar/keep-radar.ts'
import { resultFeed } from './workflows/results/result-feed.ts'
import { keepMatching } from './workflows/revenue/match-anew.ts'
import { keepRecycling } from './workflows/recycling/plan.ts'
import { keepScanning } from './workflows/scans/scan-numbers.ts'
import { watchSims } from './workflows/sims/clock.ts'

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
]

/** The feeds that are configured. */
function feedsOf({ bank: { feed: bank } }: Config, { carrier }: Services): Feed[] {
  return [
    ...(carrier ? [resultFeed(carrier)] : []),
    ...(bank ? [transferFeed(openBankFeed(bank), bank.everySeconds)] : []),
  ]
}

/** With a breaker of its own that never opens: scans have pauses of their own, and must not cost people theirs. */
const scanned = ({ carrier }: Config, { log }: Services) =>
  carrier && {
    carrier: openCarrier(carrier, log, { allows: () => true, succeeded: () => {}, failed: () => {} }),
    timeoutMs: carrier.timeoutMs,
  }

/** Works from now on; answers how each part is stopped. */
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
  return Object.fromEntries(stops.map((stop, at) => [`work ${at}`, stop]))
}
