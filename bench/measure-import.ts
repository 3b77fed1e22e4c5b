/** A hundred thousand rows into the blacklist: through the 200-row calls, against COPY into the same indexed table. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { performance } from 'node:perf_hooks'
import { from as copyFrom } from 'pg-copy-streams'
import { http } from './load.ts'
import type { Bench, Row } from './types.ts'

const rows = 100_000
const chunk = 200
const parallel = 4

async function copy(bench: Bench): Promise<number> {
  const client = await bench.pool.connect()
  const start = performance.now()
  await client.query('BEGIN')
  const into = client.query(copyFrom('COPY blacklist (phone_number, description) FROM STDIN'))
  await pipeline(
    Readable.from(
      (function* () {
        for (let n = 0; n < rows; n += 1) yield `${710000000 + n}\tKhách đề nghị ${n}\n`
      })(),
    ),
    into,
  )
  await client.query('COMMIT')
  const took = performance.now() - start
  await client.query(`DELETE FROM blacklist WHERE phone_number >= '710000000'`)
  client.release()
  return took
}

async function chunks(bench: Bench): Promise<number> {
  const importId = crypto.randomUUID()
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let chunkIndex = next++; chunkIndex * chunk < rows; chunkIndex = next++) {
        const data = Array.from({ length: chunk }, (_, n) => ({
          phone_number: String(810000000 + chunkIndex * chunk + n),
          description: `Khách đề nghị ${n}`,
        }))
        await http(`${bench.url}/api/v1/blacklist/import`, bench.admin, {
          method: 'POST',
          body: { importId, chunk: chunkIndex, data },
        })
      }
    }),
  )
  return performance.now() - start
}

export async function importMeasures(bench: Bench): Promise<Row[]> {
  const raw = await copy(bench)
  const ours = await chunks(bench)
  return [
    {
      work: 'import 100,000 rows by 200-row calls, 4 at once',
      value: `${(ours / 1000).toFixed(1)} s`,
      limit: `${(raw / 1000).toFixed(1)} s`,
      ratio: `${(ours / raw).toFixed(1)} ×`,
      reach: '≤ 6 ×',
      note: `${Math.round(rows / (ours / 1000)).toLocaleString('en-US')} rows/s`,
    },
  ]
}
