/** The outside systems of a server, simulated in this process: carrier, bank and refund partners. */
import { randomUUID } from 'node:crypto'
import { startBank } from '#simulator/bank.ts'
import { startCarrier } from '#simulator/carrier.ts'
import { startProvider } from '#simulator/provider.ts'

/** Two partners, with the names in the settings of a new installation. */
const names = ['doitac1.example', 'doitac2.example']

export async function simulateCarrier(): Promise<{ url: string; token: string }> {
  const token = randomUUID()
  const { url } = await startCarrier({ token, stream: true })
  return { url, token }
}

/** Answers polls and pushes each transfer when it is made, periodically and by `push`. */
export async function simulateBank(server: string, everySeconds?: number, secret: string = randomUUID()) {
  const token = randomUUID()
  const webhook = { url: `${server}/api/v1/mesbank/webhook`, secret }
  const { url, push } = await startBank({ token, webhook, ...(everySeconds && { everySeconds }) })
  return { url, token, secret, push }
}

/** The partners process approved orders, a step each so many ms, and push each state. */
export const simulatePartners = (server: string, stepMs: number) =>
  Promise.all(
    names.map(async (name) => {
      const [token, secret] = [randomUUID(), randomUUID()]
      const webhook = { url: `${server}/api/v1/providers/${name}/webhook`, secret }
      const { url } = await startProvider({ token, webhook, stepMs })
      return { name, url, token, secret }
    }),
  )

type Tempo = { bankSeconds: number; stepMs: number }

/** All of them for the server at an address; returns its environment, and the bank's `push`. */
export async function simulateOutside(server: string, { bankSeconds, stepMs }: Tempo) {
  const carrier = await simulateCarrier()
  const bank = await simulateBank(server, bankSeconds)
  const env = {
    CARRIER_URL: carrier.url,
    CARRIER_TOKEN: carrier.token,
    BANK_FEED_URL: bank.url,
    BANK_FEED_TOKEN: bank.token,
    BANK_WEBHOOK_SECRET: bank.secret,
    REFUND_PARTNERS: JSON.stringify(await simulatePartners(server, stepMs)),
  }
  return { env, push: bank.push }
}
