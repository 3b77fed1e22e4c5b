/** Pages far down in a file's customers, against a keyset statement that knows where each begins. */
import { byTurns, compare, rawPool } from './compare.ts'
import { numbers } from './data.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const workers = 16
const size = 50
/** Number of pages to alternate between, besides one that all read. */
const many = 200

export async function farPage(bench: Bench): Promise<Row[]> {
  const deepest = Math.min(2_000, Math.floor(numbers / size / 2))
  const order = 'ORDER BY "createdAt" DESC, id DESC'
  const { rows: starts } = await bench.pool.query<{ page: number; at: string; id: string }>(
    `SELECT (n - 1) / ${size} AS page, at, id FROM (
       SELECT "createdAt"::text AS at, id, row_number() OVER (${order}) AS n FROM customer WHERE file_id = $1 AND stage <> 'gone') r
     WHERE n % ${size} = 1 AND n <= ${deepest * size} AND n > ${deepest * size - many * 5 * size} AND n / ${size} % 5 = 0`,
    [bench.file],
  )
  const raw = rawPool(bench, workers)
  const text = `SELECT * FROM customer_list WHERE file_id = $1 AND ("createdAt", id) <= ($2, $3) ${order} LIMIT ${size}`
  const rows: Row[] = []
  for (const [work, startOf] of [
    [`page ${starts[0]?.page} of a file, 16`, () => starts[0]],
    [
      `one of ${starts.length} such pages, 16`,
      (worker: number, n: number) => starts[(worker * 31 + n * 7) % starts.length],
    ],
  ] as const) {
    const rates = await byTurns(workers, {
      raw: (worker, n) => {
        const start = startOf(worker, n)
        return raw.query({ name: 'far', text, values: [bench.file, start?.at, start?.id] })
      },
      ours: (worker, n) =>
        http(
          `${bench.url}/api/v1/customer?count=${size}&page=${startOf(worker, n)?.page}&upload=${bench.file}`,
          bench.admin,
        ),
    })
    rows.push(compare(work, rates.ours, rates.raw, '≥ 0.4', ', total up to 5 s old'))
  }
  await raw.end()
  return rows
}
