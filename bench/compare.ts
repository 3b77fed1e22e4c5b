/** Alternates two kinds of work in one run, and makes their line of the table. */
import { createPool, type Pool } from '#platform/server/db/pool.ts'
import { loop, type Rate } from './load.ts'
import type { Bench, Row } from './types.ts'

/** Duration of one measurement, in ms. */
export const stretch = Number(process.env.BENCH_SECONDS ?? 5) * 1000
/** Turns alternate so that other load on the machine affects both kinds. */
const turns = 5

export const perSecond = (rate: Rate): string => `${Math.round(rate.perSecond).toLocaleString('en-US')}/s`

/**
 * Where the time of a call is spent: 'processor a call: PostgreSQL 1.13, server 0.60, client 0.30 ms; limit 0.92,
 * 0.40'.
 */
function whereSpent({ spent: ours }: Rate, { spent: raw }: Rate): string {
  if (!ours || !raw) return ''
  const ms = (...values: number[]) => values.map((value) => value.toFixed(2))
  const [postgres, server, client, rawPostgres, rawClient] = ms(
    ours.postgres,
    ours.server,
    ours.client,
    raw.postgres,
    raw.client,
  )
  return `; processor a call: PostgreSQL ${postgres}, server ${server}, client ${client} ms; limit: ${rawPostgres}, client ${rawClient}`
}

/** A line of the table; `note` is added to the times. */
export const compare = (work: string, ours: Rate, raw: Rate, reach: string, note = ''): Row => ({
  work,
  value: perSecond(ours),
  limit: perSecond(raw),
  ratio: (ours.perSecond / raw.perSecond).toFixed(2),
  reach,
  note: `p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(0)} ms${ours.failed ? `, ${ours.failed} failed` : ''}${note}${whereSpent(ours, raw)}`,
})

/** Connections for the raw statements, as many as workers. */
export const rawPool = (bench: Bench, max: number): Pool =>
  createPool(bench.databaseUrl, { max, applicationName: 'bench-raw', log: console })

type Work = (worker: number, n: number) => Promise<unknown>

const middle = (rates: Rate[]): Rate => {
  const median = rates.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rates.length / 2)]
  if (!median) throw new Error('no turns')
  return { ...median, failed: rates.reduce((sum, { failed }) => sum + failed, 0) }
}

/** The median turn of each kind of work, after one warm-up turn of each. */
export async function byTurns<const K extends string>(
  workers: number,
  works: Readonly<Record<K, Work>>,
): Promise<Record<K, Rate>> {
  const all = Object.entries<Work>(works).map(([name, work]) => ({ name, work, rates: [] as Rate[] }))
  for (const { work } of all) await loop(workers, 500, work)
  for (let turn = 0; turn < turns; turn += 1)
    for (const { work, rates } of all) rates.push(await loop(workers, stretch / turns, work))
  return Object.fromEntries(all.map(({ name, rates }) => [name, middle(rates)])) as Record<K, Rate>
}
