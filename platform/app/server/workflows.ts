/** Every workflow's routes, in the order of the business. */
import type { Config } from '#platform/server/running/config.ts'
import type { Api } from '#kit/server/handle.ts'
import { serveAccounts } from '#subjects/people/server/accounts/routes.ts'
import { serveWebhook } from '#subjects/money/server/bank/receive-webhook.ts'
import { serveBell } from '#platform/server/bell/routes.ts'
import { serveBulks } from '#platform/server/bulk/routes.ts'
import { serveCare } from '#subjects/calling/server/care/routes.ts'
import { serveCustomer360 } from '#subjects/overview/server/customer-360/routes.ts'
import { serveDashboard } from '#subjects/overview/server/dashboard/routes.ts'
import { serveToday } from '#subjects/overview/server/today/routes.ts'
import { serveData } from '#subjects/numbers/server/data/routes.ts'
import { serveDesk } from '#subjects/money/server/desk/routes.ts'
import { serveFirstDay } from '#subjects/settings/server/first-day/routes.ts'
import { serveFloor } from '#subjects/calling/server/floor/routes.ts'
import { serveFeeds } from './feeds/routes.ts'
import { serveImports } from './imports/routes.ts'
import { serveInvite } from '#subjects/registrations/server/invite/routes.ts'
import { serveLookup } from '#subjects/registrations/server/lookup/routes.ts'
import { servePayouts } from '#subjects/pay/server/payouts/routes.ts'
import { servePayroll } from '#subjects/pay/server/payroll/routes.ts'
import { serveOffers } from '#subjects/registrations/server/offers/routes.ts'
import { serveMfy } from '#subjects/money/server/mfy/routes.ts'
import { serveProviderPush } from '#subjects/money/server/providers/receive-push.ts'
import { serveMatching } from '#subjects/pay/server/revenue/match-anew.ts'
import { serveRadar } from '#subjects/pay/server/radar/routes.ts'
import { serveRecycling } from '#subjects/calling/server/recycling/routes.ts'
import { serveRefunds } from '#subjects/money/server/refunds/routes.ts'
import { serveRevenue } from '#subjects/pay/server/revenue/routes.ts'
import { serveScans } from '#subjects/scans/server/scans/routes.ts'
import { serveSession } from '#subjects/people/server/session/routes.ts'
import { serveReinvite } from '#subjects/calling/server/reinvite/routes.ts'
import { serveSimPrices } from '#subjects/sims/server/sim-prices/routes.ts'
import { serveSimTypes } from '#subjects/sims/server/sim-types/routes.ts'
import { serveSettings } from '#subjects/settings/server/settings/routes.ts'
import { serveShop } from '#subjects/sims/server/shop/routes.ts'
import { openOffers } from '#subjects/sims/server/sims/offers.ts'
import { serveSims } from '#subjects/sims/server/sims/routes.ts'
import { serveStatements } from '#subjects/money/server/statements/routes.ts'
import { serveTransfers } from '#subjects/money/server/transfers/routes.ts'
import { serveViews } from '#platform/server/views/routes.ts'

export function serveWorkflows(api: Api, config: Config): void {
  const offers = openOffers(api.services)
  serveSession(api)
  serveDashboard(api)
  serveToday(api)
  serveBell(api)
  serveViews(api)
  serveAccounts(api)
  serveFirstDay(api)
  serveCare(api)
  serveRecycling(api)
  serveFloor(api)
  serveCustomer360(api)
  serveData(api)
  serveImports(api)
  serveLookup(api)
  serveScans(api)
  serveInvite(api)
  serveOffers(api)
  serveRefunds(api)
  serveMatching(api)
  serveRevenue(api)
  serveSettings(api)
  serveDesk(api)
  serveSimTypes(api)
  serveReinvite(api)
  serveSimPrices(api)
  serveMfy(api)
  servePayroll(api)
  servePayouts(api)
  serveRadar(api)
  serveSims(api, offers)
  serveShop(api, offers)
  serveStatements(api)
  serveTransfers(api)
  serveWebhook(api, config.bank.webhookSecret)
  serveFeeds(api, config)
  const secrets = config.partners.flatMap(({ name, secret }) => (secret ? [[name, secret] as const] : []))
  serveProviderPush(api, new Map(secrets))
  serveBulks(api)
}
