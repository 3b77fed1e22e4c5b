/** Service for staff during a flood from many addresses (D3-SEC-08): the same work with and without it. */
import { demoPassword } from '#platform/app/server/seed/organisation.ts'
import { startProcess } from '#test/process.ts'
import { signIn } from '#tools/player/person.ts'
import { loop, type Rate } from './load.ts'
import { staffReads } from './staff-reads.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
/** Addresses of the flood; each sends again once it is answered. */
const floodFrom = 60

/** A sign-in from an address; throws unless it succeeds. */
const enter = (url: string, address: string, username: string, password: string): Promise<string> =>
  signIn(url, username, password, { headers: { 'x-forwarded-for': address } })

let turn = 0
/** The next unused client address. */
const fresh = (): string => `10.${(turn += 1) >> 16}.${(turn >> 8) & 255}.${turn & 255}`

/** Signs in two people, one after the other, each from a new device. */
const signingIn = (url: string): Promise<Rate> =>
  loop(2, seconds, () => enter(url, fresh(), 'sale111', demoPassword), 100)

const row = (work: string, flooded: Rate, quiet: Rate, reach: string): Row => ({
  work,
  value: `${flooded.p95.toFixed(0)} ms`,
  limit: `${quiet.p95.toFixed(0)} ms`,
  ratio: `${(flooded.p95 / quiet.p95).toFixed(1)} ×`,
  reach,
  note: `p95; p50 ${flooded.p50.toFixed(0)} (${quiet.p50.toFixed(0)}) ms, ${flooded.n} served, ${flooded.failed} refused; limit: without the flood`,
})

/** Floods the sign-in with wrong passwords from many addresses, while staff sign in from new devices and read lists. */
async function signIns(url: string, { tokens }: Bench): Promise<Row[]> {
  const [quiet, quietList] = [await signingIn(url), await staffReads(url, tokens, seconds)]
  let isOver = false
  const flood = Promise.all(
    Array.from({ length: floodFrom }, async (_, index) => {
      // Only the staff's requests are measured, not those of the flood.
      while (!isOver) await enter(url, `198.18.0.${index}`, `ai-do-${index}`, 'sai').catch(() => undefined)
    }),
  )
  const [flooded, floodedList] = [await signingIn(url), await staffReads(url, tokens, seconds)]
  isOver = true
  await flood
  return [
    row(`sign-in on a new device, flood from ${floodFrom} addresses`, flooded, quiet, '0 refused'),
    row('care log in that flood', floodedList, quietList, '≤ 5 ×'),
  ]
}

/** Every kind of flood, against a server with rate limits; other measures have none. */
export async function flood(bench: Bench): Promise<Row[]> {
  const server = await startProcess(bench.databaseUrl, { TRUST_PROXY: '1', RATE_PER_SECOND: '20' })
  try {
    return [...(await signIns(server.url, bench))]
  } finally {
    await server.kill()
  }
}
