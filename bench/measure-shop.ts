/**
 * Visitors' searches in the shop, a million numbers for sale (D3-SIM-05): the rate only counts answers, refusals
 * are listed beside it.
 */
import { stretch } from './compare.ts'
import { http, loop } from './load.ts'
import { fillSims } from './measure-sims.ts'
import type { Bench, Row } from './types.ts'

const carriers = ['', 'VIETTEL', 'VINAPHONE', 'MOBIFONE']
const types = ['', 'sim_loc_phat', 'sim_than_tai']
const spans = [{}, { gia_den: '1000000' }, { gia_tu: '1000000', gia_den: '3000000' }]
const orders = ['', 'gia_tang', 'gia_giam']

/** The choices on a page, in all combinations. */
const choices = carriers.flatMap((nha_mang) =>
  types.flatMap((loai_sim) => spans.map((span) => ({ nha_mang, loai_sim, ...span }))),
)
const pages = 3

/**
 * Rows of the table: choices that were counted before, with three orders and pages of each; and searches that are
 * always new.
 */
export async function shopList(bench: Bench): Promise<Row[]> {
  await fillSims(bench)
  const ask = (body: object) =>
    http(`${bench.url}/api/v1/simso/homepageList`, '', { method: 'POST', body: { count: 24, ...body } })
  for (const choice of choices) await ask(choice)
  const repeated = await loop(16, stretch, (worker, n) => {
    const choice = choices[(worker * 5 + n * 7) % choices.length]
    return ask({ ...choice, sap_xep: orders[(worker + n) % orders.length], page: Math.floor(n / 3) % pages })
  })
  const fresh = await loop(16, stretch, (worker, n) =>
    ask({ gia_tu: 300_000 + n * 16 + worker, nha_mang: carriers[n % 4] }),
  )
  return [
    ['choices that others have made, 16', repeated, '≥ 500/s'] as const,
    ['searches that nobody has made, 16', fresh, '-'] as const,
  ].map(([kind, rate, reach]) => ({
    work: `the shop's list, ${kind}`,
    value: `${rate.perSecond.toFixed(0)}/s`,
    limit: '-',
    ratio: '-',
    reach,
    note: `p50 ${rate.p50.toFixed(1)} ms, p99 ${rate.p99.toFixed(0)} ms; ${rate.n} answered, ${rate.failed} refused`,
  }))
}
