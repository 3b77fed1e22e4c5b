/** Page 1,000 of all customers of a file, against a keyset statement that knows where that page begins. */
import { createPool } from '../server/db/pool.ts'
import { numbers } from './data.ts'
import { http, loop } from './load.ts'
import type { Bench, Row } from './types.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5) * 1000
const workers = 16
const size = 50

/** Row of the table; a smaller data set uses its middle page. */
export async function farPage(bench: Bench): Promise<Row[]> {
  const page = Math.min(1_000, Math.floor(numbers / size / 2))
  const order = 'ORDER BY "createdAt" DESC, id DESC'
  const { rows } = await bench.pool.query<{ at: string; id: string }>(
    `SELECT "createdAt"::text AS at, id FROM customer WHERE file_id = $1 AND stage <> 'gone'
     ${order} OFFSET ${page * size} LIMIT 1`,
    [bench.file],
  )
  const raw = createPool(bench.databaseUrl, { max: workers, applicationName: 'bench-raw', log: console })
  const keyset = `SELECT * FROM customer_list WHERE file_id = $1 AND ("createdAt", id) <= ($2, $3) ${order} LIMIT ${size}`
  const limit = await loop(workers, seconds, () => raw.query(keyset, [bench.file, rows[0]?.at, rows[0]?.id]))
  await raw.end()
  const ours = await loop(workers, seconds, () =>
    http(`${bench.url}/api/v1/customer?count=${size}&page=${page}&upload=${bench.file}`, bench.admin),
  )
  const ratio = (ours.perSecond / limit.perSecond).toFixed(2)
  return [
    {
      work: `page ${page.toLocaleString('en-US')} of a file, total up to 5 s old, ${workers}`,
      value: `${Math.round(ours.perSecond).toLocaleString('en-US')}/s`,
      limit: `${Math.round(limit.perSecond).toLocaleString('en-US')}/s`,
      ratio,
      reach: '≥ 0.4',
      note: `p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(0)} ms${ours.failed ? `, ${ours.failed} failed` : ''}`,
    },
  ]
}
