/**
 * The outside systems of a soak's servers, in a separate process that outlives them: prints the environment of a
 * server.
 */
import { simulateOutside } from '../player/outside.ts'

const [url] = process.argv.slice(2)
if (url === undefined) throw new Error('the address of a server is missing')
const { env } = await simulateOutside(url, { bankSeconds: 120, stepMs: 3_000 })
process.stdout.write(`${JSON.stringify({ ...env, BANK_POLL_SECONDS: '2' })}\n`)
