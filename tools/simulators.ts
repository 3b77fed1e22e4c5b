/** Simulated outside systems of a demo (carrier, bank, refund partners) and its managers, in this process on loopback. */
import { randomUUID } from 'node:crypto'
import { startBank } from '#simulator/bank.ts'
import { startCarrier } from '#simulator/carrier.ts'
import { startProvider } from '#simulator/provider.ts'
import type { Config } from '#platform/server/running/config.ts'
import { keepPaying } from './demo-payers.ts'
import { keepStaffed } from './demo-staff.ts'

type Outside = Pick<Config, 'carrier' | 'bank' | 'partners'>

const timeoutMs = 10_000

/** The carrier for look-ups when none is configured. */
async function simulateCarrier(): Promise<Config['carrier']> {
  const token = randomUUID()
  const { url } = await startCarrier({ token, stream: true })
  return { url, token, timeoutMs }
}

/** Two refund partners that process approved orders gradually and push their state. */
const simulatePartners = (pushTo: string): Promise<Config['partners'][number][]> =>
  Promise.all(
    ['doitac1.example', 'doitac2.example'].map(async (name) => {
      const [token, secret] = [randomUUID(), randomUUID()]
      const webhook = { url: `${pushTo}/providers/${name}/webhook`, secret }
      const { url } = await startProvider({ token, webhook, stepMs: 20_000 })
      return { name, url, token, secret, timeoutMs }
    }),
  )

/**
 * Starts simulators for what is not configured and returns how to reach them. Simulated bank customers pay orders of
 * the database at `databaseUrl`, so that transfers find their orders; in a demo its managers decide them.
 */
export async function startSimulators(
  config: Config,
  databaseUrl: string,
  isDemo: boolean,
): Promise<Outside> {
  const pushTo = `http://127.0.0.1:${config.port}/api/v1`
  if (isDemo) keepStaffed(pushTo)
  const carrier = config.carrier ?? (await simulateCarrier())
  const partners = config.partners.length > 0 ? config.partners : await simulatePartners(pushTo)
  if (config.bank.feed) return { carrier, bank: config.bank, partners }
  // Polled, and pushes each transfer when it is made.
  const webhookSecret = config.bank.webhookSecret ?? randomUUID()
  const token = randomUUID()
  const webhook = { url: `${pushTo}/mesbank/webhook`, secret: webhookSecret }
  const { url, push } = await startBank({ token, webhook })
  keepPaying(databaseUrl, push)
  return { carrier, bank: { feed: { url, token, timeoutMs, everySeconds: 15 }, webhookSecret }, partners }
}
