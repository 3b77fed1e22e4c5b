/** First page of a million rows with its total, against the statement for the page only. */
import { byTurns, compare, rawPool } from './compare.ts'
import { numbers } from './data.ts'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const workers = 16

export async function bigTotal(bench: Bench): Promise<Row[]> {
  const raw = rawPool(bench, workers)
  const text = `SELECT id, phone_number, description, "createdAt", version FROM blacklist
    ORDER BY "createdAt" DESC, id DESC LIMIT 50`
  const rates = await byTurns(workers, {
    raw: () => raw.query({ name: 'page', text }),
    ours: () => http(`${bench.url}/api/v1/blacklist?page=0&count=50`, bench.admin),
  })
  await raw.end()
  const work = `first page of ${numbers.toLocaleString('en-US')} rows, total up to 5 s old, ${workers}`
  return [compare(work, rates.ours, rates.raw, '≥ 1,000/s')]
}
