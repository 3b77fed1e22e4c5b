/** Staff lists during a rush of visitors to the shop (D3-SEC-08): the same reads with and without it. */
import { startProcess } from '#test/process.ts'
import { fillSims } from './measure-sims.ts'
import { staffReads } from './staff-reads.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
/** Addresses of the flood; each sends again once it is answered. */
const floodFrom = 40

/** Staff read a page of the stock and one of the care log. */
const pathOf = (n: number): string => (n % 2 ? 'simso?nha_mang=VIETTEL' : 'care/history?')

/** How many pages were answered and refused, by status. */
type Answers = Map<number, number>

/** Requests shop pages from one address until the end; each search differs, so that nothing is cached. */
async function read(url: string, index: number, answers: Answers, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    // Enough addresses that none reaches its own limit per minute.
    const address = `198.18.${(n >> 8) & 255}.${index}`
    const path =
      n % 3 === 2 ? `?gia_tu=${index * 1_000 + n}&sap_xep=gia_tang` : `?so_dien_thoai=09${n % 10}${index}*`
    const answer = await fetch(`${url}/sim${path}`, { headers: { 'x-forwarded-for': address } })
    await answer.arrayBuffer()
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
  }
}

/** Row of the table: staff lists during a rush of visitors to the shop. */
export async function floodPublic(bench: Bench): Promise<Row[]> {
  await fillSims(bench)
  const server = await startProcess(bench.databaseUrl, { TRUST_PROXY: '1', RATE_PER_SECOND: '20' })
  try {
    // The first lists after a server start take longer.
    await staffReads(server.url, bench.tokens, seconds, pathOf)
    const quiet = await staffReads(server.url, bench.tokens, seconds, pathOf)
    const answers: Answers = new Map()
    let isOver = false
    const flood = Promise.all(
      Array.from({ length: floodFrom }, (_, index) => read(server.url, index, answers, () => isOver)),
    )
    const flooded = await staffReads(server.url, bench.tokens, seconds, pathOf)
    isOver = true
    await flood
    const served = answers.get(200) ?? 0
    const refused = [...answers].flatMap(([status, n]) =>
      status === 200 ? [] : `${n} refused with ${status}`,
    )
    return [
      {
        work: `staff's lists, ${floodFrom} addresses at the shop`,
        value: `${flooded.p95.toFixed(0)} ms`,
        limit: `${quiet.p95.toFixed(0)} ms`,
        ratio: `${(flooded.p95 / quiet.p95).toFixed(1)} ×`,
        reach: '≤ 2 ×',
        note: `p95; p50 ${flooded.p50.toFixed(0)} (${quiet.p50.toFixed(0)}) ms, ${flooded.failed} refused; the crowd: ${[`${served} pages answered`, ...refused].join(', ')}; limit: without the crowd`,
      },
    ]
  } finally {
    await server.kill()
  }
}
