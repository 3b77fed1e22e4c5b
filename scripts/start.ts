/** `npm start`: decides where the data lives, builds the screens when needed, and starts the server. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './source-files.ts'
import { isWebStale } from './web-build.ts'
import type { BankSimulator } from '../simulator/bank.ts'

// What is imported from here on was compiled by the last start, if its source is still the same.
enableCompileCache(join(root, '.cache/compiled'))

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? join(root, 'data'))

if (isWebStale()) {
  console.log('building the screens …')
  // In a process of its own: the bundler's memory is gone before the server starts.
  const build = spawnSync(process.execPath, [join(root, 'scripts/web-build.ts')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

// A first try should show something: an empty database gets the demo organisation, never in production.
if (process.env.NODE_ENV !== 'production') process.env.VASDESK_DEMO ??= '1'

// Look-ups need a carrier: without an address they ask a simulated one, in this process and on loopback only.
if (process.env.NODE_ENV !== 'production' && !process.env.CARRIER_URL) {
  const { startCarrier } = await import('../simulator/carrier.ts')
  process.env.CARRIER_TOKEN = randomUUID()
  process.env.CARRIER_URL = (await startCarrier({ token: process.env.CARRIER_TOKEN, stream: true })).url
}

let bank: BankSimulator | null = null

// Transfers come from a simulated bank in the same way: it is polled, and it pushes as each one comes about.
if (process.env.NODE_ENV !== 'production' && !process.env.BANK_FEED_URL) {
  const { startBank } = await import('../simulator/bank.ts')
  const secret = (process.env.BANK_WEBHOOK_SECRET ??= randomUUID())
  process.env.BANK_FEED_TOKEN = randomUUID()
  const webhook = { url: `http://127.0.0.1:${process.env.PORT || 3000}/api/v1/mesbank/webhook`, secret }
  bank = await startBank({ token: process.env.BANK_FEED_TOKEN, webhook })
  process.env.BANK_FEED_URL = bank.url
}

// Two refund partners take approved orders, carry them out by and by and push how far they are.
if (process.env.NODE_ENV !== 'production' && !process.env.REFUND_PARTNERS) {
  const { startProvider } = await import('../simulator/provider.ts')
  const partners = ['doitac1.example', 'doitac2.example'].map(async (name) => {
    const [token, secret] = [randomUUID(), randomUUID()]
    const address = `http://127.0.0.1:${process.env.PORT || 3000}/api/v1/providers/${name}/webhook`
    const { url } = await startProvider({ token, webhook: { url: address, secret }, stepMs: 20_000 })
    return { name, url, token, secret }
  })
  process.env.REFUND_PARTNERS = JSON.stringify(await Promise.all(partners))
}

const { run } = await import('../server/main.ts')
const { databaseUrl } = await run()

// Customers of the demo pay what they owe, so that transfers are seen to find their orders.
if (bank && process.env.VASDESK_DEMO === '1') {
  const { keepPaying } = await import('./demo-payers.ts')
  keepPaying(databaseUrl, bank.push)
}
