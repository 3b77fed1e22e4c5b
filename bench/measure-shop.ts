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

/** Each choice with its orders and pages. */
const asked = choices.flatMap((choice) =>
  orders.flatMap((sap_xep) => Array.from({ length: pages }, (_, page) => ({ ...choice, sap_xep, page }))),
)

/** Longer than a page is remembered, so that each is read again meanwhile. */
const whole = Math.max(stretch, 10_000)

/** Rows of the table: pages that others have just read; and searches that are always new. */
export async function shopList(bench: Bench): Promise<Row[]> {
  await fillSims(bench)
  const ask = (body: object) =>
    http(`${bench.url}/api/v1/simso/homepageList`, '', { method: 'POST', body: { count: 24, ...body } })
  for (const page of asked) await ask(page)
  const repeated = await loop(16, whole, (worker, n) =>
    ask(asked[(worker * 20 + n * 7) % asked.length] ?? {}),
  )
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
