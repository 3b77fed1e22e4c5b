/** First page of a million rows with its total, against the statement of the page alone. */
import { createPool } from '../server/db/pool.ts'
import { numbers } from './data.ts'
import { http, loop, type Rate } from './load.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
const workers = 16
/** Alternating turns, so that other load on the machine affects both. */
const turns = 5

const middle = (rates: Rate[]): Rate => {
  const sorted = rates.toSorted((a, b) => a.perSecond - b.perSecond)
  const median = sorted[Math.floor(sorted.length / 2)]
  if (!median) throw new Error('no turns')
  return median
}

export async function bigTotal(bench: Bench): Promise<Row[]> {
  const raw = createPool(bench.databaseUrl, { max: workers, applicationName: 'bench-raw', log: console })
  const text = `SELECT id, phone_number, description, "createdAt", version FROM blacklist
    ORDER BY "createdAt" DESC, id DESC LIMIT 50`
  const statement = () => raw.query({ name: 'page', text })
  const list = () => http(`${bench.url}/api/v1/blacklist?page=0&count=50`, bench.admin)
  await loop(workers, 1_000, list)
  const [limits, ours]: [Rate[], Rate[]] = [[], []]
  for (let turn = 0; turn < turns; turn += 1) {
    limits.push(await loop(workers, seconds / turns, statement))
    ours.push(await loop(workers, seconds / turns, list))
  }
  await raw.end()
  const [limit, own] = [middle(limits), middle(ours)]
  const failed = ours.reduce((sum, rate) => sum + rate.failed, 0)
  return [
    {
      work: `first page of ${numbers.toLocaleString('en-US')} rows, total up to 5 s old, ${workers}`,
      value: `${Math.round(own.perSecond).toLocaleString('en-US')}/s`,
      limit: `${Math.round(limit.perSecond).toLocaleString('en-US')}/s`,
      ratio: (own.perSecond / limit.perSecond).toFixed(2),
      reach: '≥ 1,000/s',
      note: `p50 ${own.p50.toFixed(1)} ms, p99 ${own.p99.toFixed(0)} ms${failed ? `, ${failed} failed` : ''}`,
    },
  ]
}
