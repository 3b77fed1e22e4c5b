/** Simulated outside systems of a demo (carrier, bank, refund partners) and its managers, in this process on loopback. */
import type { Config } from '#platform/server/running/config.ts'
import { keepPaying } from './demo-payers.ts'
import { keepStaffed } from './demo-staff.ts'
import { simulateBank, simulateCarrier, simulatePartners } from './player/outside.ts'

type Outside = Pick<Config, 'carrier' | 'bank' | 'partners'>

const timeoutMs = 10_000

/**
 * Starts simulators for systems that are not configured and returns how to reach them. Simulated bank customers pay
 * orders of the database at `databaseUrl`, so that transfers match orders; in a demo its managers decide them.
 */
export async function startSimulators(
  config: Config,
  databaseUrl: string,
  isDemo: boolean,
): Promise<Outside> {
  const server = `http://127.0.0.1:${config.port}`
  if (isDemo) keepStaffed(server)
  const carrier = config.carrier ?? { ...(await simulateCarrier()), timeoutMs }
  const partners =
    config.partners.length > 0
      ? config.partners
      : (await simulatePartners(server, 20_000)).map((partner) => ({ ...partner, timeoutMs }))
  if (config.bank.feed) return { carrier, bank: config.bank, partners }
  const {
    push,
    secret: webhookSecret,
    ...feed
  } = await simulateBank(server, undefined, config.bank.webhookSecret)
  keepPaying(databaseUrl, push)
  return { carrier, bank: { feed: { ...feed, timeoutMs, everySeconds: 15 }, webhookSecret }, partners }
}
