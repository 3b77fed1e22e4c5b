/** Carrier, bank and refund partner of a soak in a process of their own, which outlives the servers: prints the environment of a server. */
import { randomUUID } from 'node:crypto'
import { startBank } from '#simulator/bank.ts'
import { startCarrier } from '#simulator/carrier.ts'
import { startProvider } from '#simulator/provider.ts'

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of a server is missing')
const [token, secret, name] = [randomUUID(), randomUUID(), 'doitac1.example']
const carrier = await startCarrier({ token, stream: true })
const bank = await startBank({
  token,
  everySeconds: 120,
  webhook: { url: `${url}/api/v1/mesbank/webhook`, secret },
})
const provider = await startProvider({
  token,
  stepMs: 3_000,
  webhook: { url: `${url}/api/v1/providers/${name}/webhook`, secret },
})
const env = {
  CARRIER_URL: carrier.url,
  CARRIER_TOKEN: token,
  BANK_FEED_URL: bank.url,
  BANK_FEED_TOKEN: token,
  BANK_POLL_SECONDS: '2',
  BANK_WEBHOOK_SECRET: secret,
  REFUND_PARTNERS: JSON.stringify([{ name, url: provider.url, token, secret, timeoutMs: 5_000 }]),
}
process.stdout.write(`${JSON.stringify(env)}\n`)
