/** Carrier, bank and refund partners of the day, simulated in this process, and where the product finds them. */
import { randomUUID } from 'node:crypto'
import { keepPaying } from '#tools/demo-payers.ts'
import { startBank } from '#simulator/bank.ts'
import { startCarrier } from '#simulator/carrier.ts'
import { startProvider } from '#simulator/provider.ts'

/** Starts them; the product will listen on `port`. Answers its environment. */
export async function startOutside(port: number, databaseUrl: string): Promise<Record<string, string>> {
  const api = `http://127.0.0.1:${port}/api/v1`
  const token = randomUUID()
  const carrier = await startCarrier({ token, stream: true })
  const partners = await Promise.all(
    ['doitac1.example', 'doitac2.example'].map(async (name) => {
      const secret = randomUUID()
      const webhook = { url: `${api}/providers/${name}/webhook`, secret }
      const { url } = await startProvider({ token, webhook, stepMs: 20_000 })
      return { name, url, token, secret }
    }),
  )
  const bankSecret = randomUUID()
  const bank = await startBank({
    token,
    everySeconds: 5,
    webhook: { url: `${api}/mesbank/webhook`, secret: bankSecret },
  })
  keepPaying(databaseUrl, bank.push)
  return {
    CARRIER_URL: carrier.url,
    CARRIER_TOKEN: token,
    BANK_FEED_URL: bank.url,
    BANK_FEED_TOKEN: token,
    BANK_WEBHOOK_SECRET: bankSecret,
    REFUND_PARTNERS: JSON.stringify(partners),
  }
}
