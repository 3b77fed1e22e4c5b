/** Every workflow's routes, in the order of the business. */
import type { Config } from '../running/config.ts'
import type { Api } from '../kit/handle.ts'
import { serveAccounts } from './accounts/routes.ts'
import { serveWebhook } from './bank/receive-webhook.ts'
import { serveBell } from './bell/routes.ts'
import { serveBulks } from './bulk/routes.ts'
import { serveCare } from './care/routes.ts'
import { serveCustomer360 } from './customer-360/routes.ts'
import { serveDashboard } from './dashboard/routes.ts'
import { serveData } from './data/routes.ts'
import { serveDesk } from './desk/routes.ts'
import { serveFirstDay } from './first-day/routes.ts'
import { serveFloor } from './floor/routes.ts'
import { serveFeeds } from './feeds/routes.ts'
import { serveImports } from './imports/routes.ts'
import { serveInvite } from './invite/routes.ts'
import { serveLookup } from './lookup/routes.ts'
import { servePayouts } from './payouts/routes.ts'
import { servePayroll } from './payroll/routes.ts'
import { serveOffers } from './offers/routes.ts'
import { serveMfy } from './mfy/routes.ts'
import { serveProviderPush } from './providers/receive-push.ts'
import { serveMatching } from './revenue/match-anew.ts'
import { serveRadar } from './radar/routes.ts'
import { serveRecycling } from './recycling/routes.ts'
import { serveRefunds } from './refunds/routes.ts'
import { serveRevenue } from './revenue/routes.ts'
import { serveScans } from './scans/routes.ts'
import { serveSession } from './session/routes.ts'
import { serveReinvite } from './reinvite/routes.ts'
import { serveSimPrices } from './sim-prices/routes.ts'
import { serveSimTypes } from './sim-types/routes.ts'
import { serveSettings } from './settings/routes.ts'
import { serveShop } from './shop/routes.ts'
import { openOffers } from './sims/index.ts'
import { serveSims } from './sims/routes.ts'
import { serveStatements } from './statements/routes.ts'
import { serveTransfers } from './transfers/routes.ts'
import { serveViews } from './views/routes.ts'

export function serveWorkflows(api: Api, config: Config): void {
  const offers = openOffers(api.services)
  serveSession(api)
  serveDashboard(api)
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
